import { envelopeText, type StoredEvent } from '../domain/webhooks/envelope.ts'
import type { Job } from './load.ts'
import { type Signatures, type SigningKey, signaturesOf } from './sign.ts'

/** What a body and its signatures are made of: little enough to be handed from one thread to another. */
export interface Unsigned {
  event: StoredEvent<string>
  keys: readonly SigningKey[]
}

export interface SignedBody extends Signatures {
  body: string
}

export const unsignedOf = ({ claim, data, keys }: Job): Unsigned => {
  const { event_id, event_type, company_id, event_at, previous_attributes } = claim
  return {
    event: { id: event_id, type: event_type, company_id, created_at: event_at, data, previous_attributes },
    keys,
  }
}

export function signBodies(unsigned: readonly Unsigned[]): SignedBody[] {
  const timestampSeconds = Math.floor(Date.now() / 1000)
  return unsigned.map(({ event, keys }) => {
    const body = envelopeText(event)
    return { body, ...signaturesOf({ eventId: event.id, timestampSeconds, rawBody: body, keys }) }
  })
}
