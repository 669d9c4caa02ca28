import type { PlatformTx } from '../kernel/tx.ts'
import { findClient } from './client-store.ts'
import type { RecordEvent } from './events.ts'
import { exchangeCode } from './exchange-code.ts'
import type { Fields } from './form.ts'
import type { TokenResponse } from './grants.ts'
import { OAuthError } from './oauth-error.ts'
import { refresh } from './refresh.ts'

/** The token endpoint (RFC 6749 section 3.2): the client, the kind of grant, then the grant itself. */
export async function token(tx: PlatformTx, fields: Fields, record: RecordEvent): Promise<TokenResponse> {
  const { client_id: clientId, client_secret: secret, grant_type: type } = fields
  if (clientId === undefined || secret !== undefined)
    return new OAuthError('invalid_client', 'Clients have an id and no secret.')
  const client = await findClient(tx, clientId)
  if (!client) return new OAuthError('invalid_client', 'The client is not registered.')
  if (type === undefined) return new OAuthError('invalid_request', 'grant_type is required.')
  if (type !== 'authorization_code' && type !== 'refresh_token')
    return new OAuthError('unsupported_grant_type', 'Use authorization_code or refresh_token.')
  if (!client.grant_types.includes(type))
    return new OAuthError('unauthorized_client', 'The client did not register for this.')
  if (type === 'refresh_token') return refresh(tx, fields, record)
  return exchangeCode(tx, fields, { refreshes: client.grant_types.includes('refresh_token'), record })
}
