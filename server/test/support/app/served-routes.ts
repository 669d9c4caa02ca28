import { subscribe } from 'node:diagnostics_channel'
import { isRecord } from '@clinic/contract/json-schema.ts'
import type { FastifyInstance } from 'fastify'

export interface ServedRoute {
  method: string
  /** With its parameters: `/pay/:token`. */
  url: string
}

const isServer = (value: unknown): value is FastifyInstance => isRecord(value) && typeof value.addHook === 'function'

/** The routes of every server that this process makes from now on, server by server, in the order they are made. */
export function servedRoutes(): ServedRoute[][] {
  const servers: ServedRoute[][] = []
  subscribe('fastify.initialization', message => {
    const server = isRecord(message) ? message.fastify : undefined
    if (!isServer(server)) throw new Error('Fastify tells of its servers in another way.')
    const routes: ServedRoute[] = []
    servers.push(routes)
    server.addHook('onRoute', ({ method, url }) => {
      routes.push(...[method].flat().map(one => ({ method: one, url })))
    })
  })
  return servers
}
