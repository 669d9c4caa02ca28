import type { FastifyPluginAsync } from 'fastify'
import { browserEndpoints } from './browser-endpoints.ts'
import { clientEndpoints } from './client-endpoints.ts'
import type { OAuthDeps } from './oauth-deps.ts'

/** The authorization server. It speaks the RFCs' bodies and pages for people, not the envelope of /api/v1. */
export function oauthApi(deps: OAuthDeps): FastifyPluginAsync {
  return async app => {
    await app.register(async scope => clientEndpoints(scope, deps))
    await app.register(async scope => browserEndpoints(scope, deps))
  }
}
