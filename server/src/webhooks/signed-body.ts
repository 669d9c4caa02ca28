import type { Signatures } from '../domain/webhooks/attempt-headers.ts'
import { envelopeText } from '../domain/webhooks/envelope.ts'
import type { Job } from './load.ts'
import { signaturesOf } from './sign.ts'

export interface SignedBody extends Signatures {
  body: string
}

/** What an attempt sends, signed now. */
export function signedBody({ claim, data, keys }: Job): SignedBody {
  const { event_id: eventId, event_type, company_id, event_at, previous_attributes } = claim
  const event = { id: eventId, type: event_type, company_id, created_at: event_at, data, previous_attributes }
  const body = envelopeText(event)
  return { body, ...signaturesOf({ eventId, timestampSeconds: Math.floor(Date.now() / 1000), rawBody: body, keys }) }
}
