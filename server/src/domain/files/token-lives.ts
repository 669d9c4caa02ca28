import type { SharedReaders } from '../../db/driver.ts'
import { sql } from '../../db/statement.ts'
import { nameClinic } from '../../kernel/name-clinic.ts'

const livingToken = sql<{ id: string }>(`
  select token.id from plugin_token as token
  join installation on installation.company_id = token.company_id and installation.id = token.installation_id
  join clinic on clinic.company_id = token.company_id
  where token.company_id = $1 and token.id = $2
    and token.revoked_at is null and (token.expires_at is null or token.expires_at > now())
    and plugin_runs(installation.status, installation.held_at, clinic.plugins_stopped_at) and clinic.active
    and installation.granted_scopes && array['files:read', 'files:write']`)

/** Whether a token may still be shown files: what was handed to it works no longer than itself. */
export type TokenLives = (companyId: string, tokenId: string) => Promise<boolean>

export const tokenLives =
  (readers: SharedReaders): TokenLives =>
  async (companyId, tokenId) =>
    (await readers.run(nameClinic([companyId]), livingToken([companyId, tokenId]))).length > 0
