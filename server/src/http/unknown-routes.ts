import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendProblem } from './problems.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** What a browser is shown at an address that nothing else lies below, once there are pages. */
    lostPage: { answer?: (reply: FastifyReply) => FastifyReply }
  }
  interface FastifyContextConfig {
    /** Whether it is opened by a person, so that what lies beside it may be mistyped. */
    page?: boolean
  }
}

/** `/patients/:id/files/*` as what it matches. */
const matcher = (url: string): RegExp =>
  new RegExp(
    `^${url
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/:\w+/g, '[^/]+')
      .replace('*', '.*')}$`,
  )

/** Browsers say that they take HTML; programs say what else, or nothing. */
const wantsPage = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '')

const topOf = (path: string): string => path.split('/', 2)[1] ?? ''

/**
 * Refuses what no route takes before a byte of its body is read: 405 with `Allow` where the path takes other methods
 * (RFC 9110 section 15.5.6), else 404, to a browser with a page. Knows every route that is added to the app after it.
 */
export function refuseUnknownRoutes(app: FastifyInstance): void {
  const routes = new Map<string, { path: RegExp; methods: Set<string> }>()
  /** What stands first in the addresses of programs. */
  const programs = new Set<string>()
  app.decorate('lostPage', {})
  app.addHook('onRoute', ({ url, method, config }) => {
    if (!config?.page) programs.add(topOf(url))
    // What a parameter is called makes no other path of it.
    const shape = url.replaceAll(/:\w+/g, ':')
    const { path, methods } = routes.get(shape) ?? { path: matcher(url), methods: new Set() }
    for (const one of [method].flat()) methods.add(one)
    routes.set(shape, { path, methods })
  })
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return
    const [path = ''] = request.url.split('?')
    const found = [...routes.values()].filter(route => route.path.test(path))
    const { answer } = app.lostPage
    if (found.length === 0 && answer && wantsPage(request) && !programs.has(topOf(path))) return answer(reply.code(404))
    if (found.length === 0) return sendProblem(reply, 'not_found', { resource: 'path' })
    const methods = new Set(found.flatMap(route => [...route.methods]))
    return sendProblem(reply.header('allow', [...methods].sort().join(', ')), 'method_not_allowed')
  })
}
