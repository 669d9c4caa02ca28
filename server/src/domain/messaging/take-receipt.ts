import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { CarrierNews } from './message-carrier.ts'
import { communicationState, isProgress, messageStatus } from './message-status.ts'
import { enterFailed, enterSent } from './record-outcome.ts'

type Receipt = Extract<CarrierNews, { type: 'receipt' }>

/** By our reference where the carrier gives it back: its receipt may be here before its answer. */
const reportedMessage = sql<{ id: string; communication_id: string | null }>(`
  select id, communication_id from conversation_message
  where company_id = $1 and direction = 'OUTBOUND' and (carrier_id = $2 or communication_id = $3)`)
const advance = sql(`
  update conversation_message set
    status = $3, carrier_id = coalesce(carrier_id, $4),
    delivered_at = case when $3 in ('delivered', 'read') then coalesce(delivered_at, $5) else delivered_at end,
    read_at = case when $3 = 'read' then coalesce(read_at, $5) else read_at end,
    updated_at = $6
  where company_id = $1 and id = $2`)

/**
 * Takes a carrier's report over: the message goes forward, never back. A report also tells that the message was sent,
 * should the answer to that have been lost; a failure after that is one all the same, and fires message.failed.
 */
export async function takeReceipt(tx: Tx, { carrierId, reference, status, error, at }: Receipt): Promise<void> {
  const [found] = await tx.sql(reportedMessage([tx.clinic.id, carrierId, reference]))
  if (!found?.communication_id) return
  // The communication is locked first, as the worker that sends it does.
  const communication = await tx.lock('communication', found.communication_id)
  const message = await tx.lock('conversation_message', found.id)
  const isUnsent = communicationState(communication.state) === 'DISPATCHED'
  if (status !== 'failed' && isUnsent) await enterSent(tx, communication, carrierId)
  if (!isProgress(messageStatus(message.status), status)) return
  if (status === 'failed') await enterFailed(tx, communication, error ?? 'recipient_unreachable')
  else if (status !== 'sent') {
    await tx.sql(advance([tx.clinic.id, found.id, status, carrierId, at, tx.now]))
    const { id, patient_id } = communication
    tx.touched.row('communication', { id, patient_id }, ['status'])
  }
}
