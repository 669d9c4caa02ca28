import type { FastifyInstance } from 'fastify'
import type { Implementation } from '../kernel/implement.ts'
import { type GateDeps, gate } from './gate.ts'
import { type HandlerDeps, operationHandler } from './operation-handler.ts'

/** Mounts every implemented operation under /api/v1. */
export function mount(
  app: FastifyInstance,
  implementations: readonly Implementation[],
  deps: GateDeps & HandlerDeps,
): void {
  app.decorateRequest('grant', undefined)
  app.decorateRequest('address', '')
  app.decorateRequest('idempotencyKey', null)
  for (const implementation of implementations) {
    const { method, path } = implementation.operation
    app.route({
      method,
      url: `/api/v1${path}`,
      config: { operation: implementation.operation.id },
      onRequest: gate(implementation.operation, deps),
      handler: operationHandler(implementation, deps),
    })
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation's id, for metrics and logs. */
    operation?: string
  }
}
