import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { PLAIN_HEADERS, signatureHeaders } from './attempt-headers.ts'
import { type Attempt, attemptsOf } from './attempts.ts'
import { deliveryOfClinic } from './clinic-deliveries.ts'
import { eventOfClinic } from './clinic-events.ts'
import type { DeliveryRow } from './delivery.ts'
import type { StoredEvent } from './envelope.ts'
import { type KeptAnswer, keptAnswer } from './kept-answer.ts'

/** An attempt with what was sent, as it follows from the event: nothing of it is stored. */
export interface AttemptWithRequest {
  delivery: DeliveryRow
  attempt: Attempt
  /** What the body says. */
  event: StoredEvent
  headers: { name: string; value: string }[]
  answer: KeptAnswer
}

const MASK = '••••'

/** The headers of an attempt, in which no signature is shown: who has one may pass for us for five minutes. */
function headersOf({ id, event_id, origin }: DeliveryRow, { number, at, duration_ms }: Attempt) {
  const timestamp = String(Math.floor((Date.parse(at) - (duration_ms ?? 0)) / 1000))
  const name = { eventId: event_id, deliveryId: id, attempt: number, test: origin === 'TEST' }
  const masked = { timestamp, specification: `t=${timestamp},v1=${MASK}`, standard: `v1,${MASK}` }
  const flat = [...PLAIN_HEADERS, ...signatureHeaders(name, masked)]
  return flat.flatMap((header, place) => (place % 2 === 0 ? [{ name: header, value: flat[place + 1] ?? '' }] : []))
}

/** An attempt of a delivery of the clinic, with its request built anew, or 404: also once its event is no longer kept. */
export async function attemptWithRequest(tx: Tx, id: string, number: number): Promise<AttemptWithRequest> {
  const delivery = await deliveryOfClinic(tx, id)
  const attempt = attemptsOf(delivery).find(one => one.number === number)
  if (!attempt) return refuse('not_found', { resource: 'webhook_delivery' })
  const event = await eventOfClinic(tx, delivery.event_id)
  const answer = await keptAnswer(tx, id, number)
  return { delivery, attempt, event, headers: headersOf(delivery, attempt), answer }
}
