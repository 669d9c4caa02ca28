import type { FastifyInstance, HTTPMethods } from 'fastify'
import type { Implementation } from '../kernel/implement.ts'
import { type GateDeps, gate } from './gate.ts'
import { type HandlerDeps, operationHandler } from './operation-handler.ts'
import { sendProblem } from './problems.ts'

const METHODS: HTTPMethods[] = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE']

/** Mounts every implemented operation under /api/v1, and 405 with `Allow` for the other methods of their paths. */
export function mount(
  app: FastifyInstance,
  implementations: readonly Implementation[],
  deps: GateDeps & HandlerDeps,
): void {
  const methodsByPath = new Map<string, Set<string>>()
  app.decorateRequest('grant', undefined)
  app.decorateRequest('address', '')
  app.decorateRequest('idempotencyKey', null)
  for (const implementation of implementations) {
    const { method, path } = implementation.operation
    methodsByPath.set(path, (methodsByPath.get(path) ?? new Set()).add(method))
    app.route({
      method,
      url: `/api/v1${path}`,
      config: { operation: implementation.operation.id },
      onRequest: gate(implementation.operation, deps),
      handler: operationHandler(implementation, deps),
    })
  }
  for (const [path, allowed] of methodsByPath) {
    const others = METHODS.filter(method => !allowed.has(method))
    const allow = [...allowed].join(', ')
    app.route({
      method: others,
      url: `/api/v1${path}`,
      onRequest: async (_request, reply) => sendProblem(reply.header('allow', allow), 'method_not_allowed'),
      handler: async () => undefined,
    })
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation's id, for metrics and logs. */
    operation?: string
  }
}
