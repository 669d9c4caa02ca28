import type { Signatures } from '../domain/webhooks/attempt-headers.ts'
import { envelopeText } from '../domain/webhooks/envelope.ts'
import type { Claim } from './claim.ts'
import { type SigningKey, signaturesOf } from './sign.ts'

export interface SignedBody extends Signatures {
  body: string
}

/** What is signed of a job. */
export interface Signable {
  claim: Pick<Claim, 'event_id' | 'event_type' | 'company_id' | 'event_at' | 'previous_attributes'>
  data: string
  keys: readonly SigningKey[]
}

const nowInSeconds = () => Math.floor(Date.now() / 1000)

/** What an attempt sends, signed now or as of another instant. */
export function signedBody({ claim, data, keys }: Signable, timestampSeconds = nowInSeconds()): SignedBody {
  const { event_id: eventId, event_type, company_id, event_at, previous_attributes } = claim
  const event = { id: eventId, type: event_type, company_id, created_at: event_at, data, previous_attributes }
  const body = envelopeText(event)
  return { body, ...signaturesOf({ eventId, timestampSeconds, rawBody: body, keys }) }
}
