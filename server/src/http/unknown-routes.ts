import type { FastifyInstance } from 'fastify'
import { sendProblem } from './problems.ts'

/** `/patients/:id/files/*` as what it matches. */
const matcher = (url: string): RegExp =>
  new RegExp(
    `^${url
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/:\w+/g, '[^/]+')
      .replace('*', '.*')}$`,
  )

/**
 * Refuses what no route takes before a byte of its body is read: 405 with `Allow` where the path takes other methods
 * (RFC 9110 section 15.5.6), else 404. Knows every route that is added to the app after it.
 */
export function refuseUnknownRoutes(app: FastifyInstance): void {
  const routes = new Map<string, { path: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }) => {
    // What a parameter is called makes no other path of it.
    const shape = url.replaceAll(/:\w+/g, ':')
    const { path, methods } = routes.get(shape) ?? { path: matcher(url), methods: new Set() }
    for (const one of [method].flat()) methods.add(one)
    routes.set(shape, { path, methods })
  })
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return
    const [path = ''] = request.url.split('?')
    const found = [...routes.values()].find(route => route.path.test(path))
    if (!found) return sendProblem(reply, 'not_found', { resource: 'path' })
    return sendProblem(reply.header('allow', [...found.methods].sort().join(', ')), 'method_not_allowed')
  })
}
