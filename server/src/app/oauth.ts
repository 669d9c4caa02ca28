import { sessionOf } from '../domain/staff/session.ts'
import { onPlatform } from '../kernel/platform.ts'
import { documentFetcher } from '../oauth/client-document.ts'
import { clientFinder } from '../oauth/clients.ts'
import { limiter } from '../oauth/limits.ts'
import { asAuthorizationServer, type OAuthDeps } from '../oauth/oauth-deps.ts'
import { oauthPlaces, publicUrl } from '../settings/addresses.ts'
import type { Core } from './core.ts'
import type { Logins } from './staff-api.ts'

/** What the authorization server is made with: the clinic's logins decide whom it asks for consent. */
export function oauthDeps(core: Core, logins: Logins): OAuthDeps {
  const { env, box, egress, connections, addressOf, strangers } = core
  const platform: OAuthDeps['platform'] = run =>
    onPlatform((connections.control ?? connections).writers, tx => asAuthorizationServer(tx, run))
  const take = limiter(env.RATE_LIMITS)
  return {
    platform,
    run: statement => connections.tokens.run(statement),
    box,
    cell: connections.cell,
    findClient: clientFinder({
      platform,
      fetchDocument: documentFetcher(egress),
      preregistered: env.OAUTH_CLIENTS,
      issuer: publicUrl(env),
      mayRead: () => take('document', '') === 0,
    }),
    take,
    strangers,
    replays: core.oauthReplays,
    asked: core.oauthTokens,
    places: oauthPlaces(env),
    session: async request => {
      const token = logins.cookie.read(request)
      return token === undefined ? undefined : sessionOf(logins, token)
    },
    originOf: request => ({ requestId: request.id, address: addressOf(request) }),
  }
}
