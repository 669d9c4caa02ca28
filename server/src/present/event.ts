import type { Event } from '@clinic/contract/events.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import { envelopeOf, type StoredEvent } from '../domain/webhooks/envelope.ts'

export const presentEvent = (row: StoredEvent): Static<typeof Event> => ({ object: 'event', ...envelopeOf(row) })
