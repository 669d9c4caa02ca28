import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { TokenRow } from './issue-token.ts'

const revoke = sql<TokenRow>(`
  update plugin_token set revoked_at = coalesce(revoked_at, $3) where company_id = $1 and id = $2 returning *`)

/** Revokes a token: from the next request on it is refused, by every process. Revoking it again changes nothing. */
export async function revokeToken(tx: Tx, { id }: { id: string }): Promise<TokenRow> {
  const [row] = await tx.sql(revoke([tx.clinic.id, id, tx.now]))
  return row ?? refuse('not_found', { resource: 'plugin_token' })
}
