import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { CommunicationRow } from './communication.ts'
import { canBecome, communicationState } from './message-status.ts'

/** Says so in the conversation, too. */
export const markCanceled = sql(`
  update conversation_message set status = 'failed', error_code = 'canceled', updated_at = $3
  where company_id = $1 and communication_id = $2`)

/** Takes a message back that no worker has begun to send. */
export async function cancelCommunication(tx: Tx, id: string): Promise<CommunicationRow> {
  const from = communicationState((await tx.lock('communication', id)).state)
  if (!canBecome(from, 'CANCELED')) return refuse('invalid_state_transition', { from, to: 'CANCELED' })
  await tx.sql(markCanceled([tx.clinic.id, id, tx.now]))
  return tx.update('communication', id, { state: 'CANCELED' })
}
