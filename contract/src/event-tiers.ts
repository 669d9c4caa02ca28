import { type EventType, events } from './event-types.ts'
import { isRecord } from './json-schema.ts'
import type { Operation } from './kernel.ts'
import { recordFamilies } from './record-families.ts'
import { operationsOf } from './registry.ts'
import { TIER_OF, type Tier } from './scope-tiers.ts'
import type { ScopeName } from './scopes.ts'

/** Events about a part of a record, by what reads the whole. */
const READ_WITH: Readonly<Record<string, ScopeName>> = {
  videocall: 'appointments:read',
  treatment_step: 'treatments:read',
  measurement: 'encounters:read',
  message: 'communications:read',
  installation: 'settings:read',
}

const reads = operationsOf(recordFamilies).filter(({ method }) => method === 'GET')

/** What an operation returns, by the field `object`. */
function objectOf({ returns }: Operation): unknown {
  const { properties }: { properties?: unknown } = { ...returns }
  const object = isRecord(properties) ? properties.object : undefined
  return isRecord(object) ? object.const : undefined
}

function readScope(object: string): ScopeName {
  const access = reads.find(operation => objectOf(operation) === object)?.access
  const scope = READ_WITH[object] ?? (access?.by === 'scopes' ? access.scopes[0] : undefined)
  if (!scope) throw new Error(`No scope reads a ${object}: say in READ_WITH what its events tell of.`)
  return scope
}

const TIER_OF_EVENT = new Map(events.map(({ type, example }) => [type, TIER_OF[readScope(example.object)]]))

/** What an event tells of: the tier of the scope that reads the record it is about. */
export function tierOfEvent(type: EventType): Tier {
  const tier = TIER_OF_EVENT.get(type)
  if (!tier) throw new Error(`${type} is no event.`)
  return tier
}
