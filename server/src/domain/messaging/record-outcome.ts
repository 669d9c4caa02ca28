import { messageFailed, messageSent } from '@clinic/contract/communications.ts'
import { sql } from '../../db/statement.ts'
import { enqueue } from '../../kernel/job-queue.ts'
import type { Tx } from '../../kernel/tx.ts'
import { type CommunicationRow, messageFacts } from './communication.ts'
import { messageDispatch } from './dispatch.ts'
import type { MessageError, SendOutcome } from './message-carrier.ts'

/** Before the second attempt, the third …; there is none after the last. Waits that a carrier asks for may be longer. */
const WAITS_SECONDS = [10, 60, 300, 1_800]
const LONGEST_WAIT_SECONDS = 3_600

const markSent = sql(`
  update conversation_message set
    status = case when status = 'queued' then 'sent' else status end,
    sent_at = coalesce(sent_at, $4), carrier_id = coalesce(carrier_id, $3), updated_at = $4
  where company_id = $1 and communication_id = $2`)
const markFailed = sql(`
  update conversation_message set status = 'failed', error_code = $3, updated_at = $4
  where company_id = $1 and communication_id = $2`)

/**
 * Records what became of an attempt and fires message.sent or message.failed once the message is on its way or given up.
 * An attempt that is not the present one any more changes nothing.
 */
export async function recordOutcome(
  tx: Tx,
  { id, attempts }: Pick<CommunicationRow, 'id' | 'attempts'>,
  outcome: SendOutcome,
): Promise<void> {
  const row = await tx.lock('communication', id)
  if (row.state !== 'DISPATCHED' || row.attempts !== attempts) return
  if (outcome.result === 'sent') return enterSent(tx, row, outcome.carrierId)
  const wait = outcome.result === 'retry' ? WAITS_SECONDS[attempts - 1] : undefined
  if (wait === undefined) return enterFailed(tx, row, outcome.error)
  const asked = outcome.result === 'retry' ? (outcome.afterSeconds ?? 0) : 0
  const seconds = Math.max(wait, Math.min(asked, LONGEST_WAIT_SECONDS))
  await tx.update('communication', id, { claimed_until: null })
  const at = new Date(Date.parse(tx.now) + seconds * 1000).toISOString()
  await enqueue(tx, messageDispatch, { communicationId: id }, { key: id, at })
}

/** The carrier has it. The caller has locked the communication, which was not sent before. */
export async function enterSent(tx: Tx, { id }: CommunicationRow, carrierId: string | null): Promise<void> {
  const sent = await tx.update('communication', id, { state: 'SENT', sent_at: tx.now, claimed_until: null })
  await tx.sql(markSent([tx.clinic.id, id, carrierId, tx.now]))
  tx.emit(messageSent, messageFacts(sent))
}

/** It is given up. The caller has locked the communication. */
export async function enterFailed(tx: Tx, { id }: CommunicationRow, error: MessageError): Promise<void> {
  const failed = await tx.update('communication', id, { state: 'FAILED', error_code: error, claimed_until: null })
  await tx.sql(markFailed([tx.clinic.id, id, error, tx.now]))
  tx.emit(messageFailed, messageFacts(failed))
}
