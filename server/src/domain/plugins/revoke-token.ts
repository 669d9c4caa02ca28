import { db } from '../../db/builder.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { TokenRow } from './issue-token.ts'

/** Revokes a token: from the next request on it is refused, by every process. Revoking it again changes nothing. */
export async function revokeToken(tx: Tx, { id }: { id: string }): Promise<TokenRow> {
  const row = await tx.row(
    db
      .updateTable('plugin_token')
      .set(({ fn, val }) => ({ revoked_at: fn.coalesce('revoked_at', val(tx.now)) }))
      .where('company_id', '=', tx.clinic.id)
      .where('id', '=', id)
      .returningAll(),
  )
  return row ?? refuse('not_found', { resource: 'plugin_token' })
}
