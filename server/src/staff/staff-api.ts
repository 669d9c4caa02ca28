import type { FastifyPluginAsync } from 'fastify'
import { requireOrigin } from './require-origin.ts'
import { type SessionRouteDeps, sessionRoutes } from './session-routes.ts'
import { sendStaffProblem } from './staff-problems.ts'

export interface StaffApiDeps extends SessionRouteDeps {
  /** The pages that changes are taken from. */
  origins: ReadonlySet<string>
}

/** The console's own API, /staff/v1. */
export function staffApi(deps: StaffApiDeps): FastifyPluginAsync {
  return async scope => {
    await scope.register(
      async app => {
        app.setErrorHandler((error, request, reply) => sendStaffProblem(error, request, reply))
        app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
        app.addHook('onRequest', requireOrigin(deps.origins))
        sessionRoutes(app, deps)
      },
      { prefix: '/staff/v1' },
    )
  }
}
