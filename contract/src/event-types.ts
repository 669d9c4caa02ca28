import type { EventDeclaration, TObject } from './kernel.ts'
import { recordFamilies } from './record-families.ts'
import { eventsOf } from './registry.ts'

const declared = eventsOf(recordFamilies)

export type EventType = (typeof declared)[number]['type']

/** Every event that is declared, family by family. */
export const events: readonly EventDeclaration<TObject, EventType>[] = declared

/** The types of events that a manifest may ask for. */
export const EVENT_TYPES: readonly EventType[] = events.map(({ type }) => type)
