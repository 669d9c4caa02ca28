import diagnostics from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'

export interface Route {
  method: string
  /** The pattern. */
  url: string
  config: NonNullable<RouteOptions['config']>
}

/** The routes of every server that is made from now on, by the port where it listens. Call it before the product starts. */
export function watchRoutes(): (url: string) => Route[] {
  const servers: { app: FastifyInstance; routes: Route[] }[] = []
  diagnostics.subscribe('fastify.initialization', message => {
    const { fastify: app } = message as { fastify: FastifyInstance }
    const routes: Route[] = []
    servers.push({ app, routes })
    app.addHook('onRoute', ({ method, url, config = {} }) => {
      for (const one of [method].flat()) routes.push({ method: one, url, config })
    })
  })
  return url => servers.find(({ app }) => app.listeningOrigin === url)?.routes ?? []
}

/** An address that the pattern of a route takes. */
export const addressOf = (url: string): string => url.replace(/:\w+/g, 'planted').replace('*', 'planted')
