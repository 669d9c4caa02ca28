import { isRecord } from '@clinic/contract/json-schema.ts'
import type { Operation } from '@clinic/contract/kernel.ts'

/** Ids of the records and patients that an answer shows. */
export interface Disclosure {
  resourceIds: string[]
  patientIds: string[]
}

/** Reads the disclosure off an answer, or nothing for operations that show nothing of patients. */
export type Disclose = (answer: unknown) => Disclosure | undefined

/** The ids of the patients that a record is about. */
type PatientsOf = (record: Record<string, unknown>) => unknown[]

/** A record names its patient, and an event is about the one that its data are about. */
function patientOf(record: Record<string, unknown>): unknown {
  if (record.object === 'patient') return record.id
  return record.patientId ?? (isRecord(record.data) ? patientOf(record.data) : undefined)
}

/**
 * What a schema says of patients: that it is one or names one, or else that it holds records that do. A record that names
 * its patient holds nothing of another.
 */
function patientsIn(schema: unknown): PatientsOf | undefined {
  if (!isRecord(schema)) return undefined
  const properties = isRecord(schema.properties) ? schema.properties : {}
  const resource = schema['x-resource']
  if (resource === 'patient') return record => [record.id]
  if (resource === 'event' || 'patientId' in properties || 'conversationId' in properties)
    return record => [patientOf(record)]
  const within = Object.entries(properties).flatMap(([name, field]) => heldBy(name, field))
  return within.length > 0 ? record => within.flatMap(find => find(record)) : undefined
}

/** The patients of the records that a field holds, one or several. */
function heldBy(name: string, field: unknown): PatientsOf[] {
  const find = isRecord(field) ? patientsIn(field.items ?? field) : undefined
  return find ? [record => [record[name]].flat().filter(isRecord).flatMap(find)] : []
}

/**
 * Derived from the declaration: an answer is about patients when it is one, names one, is an event about one or what was
 * said in a conversation with one, or holds records that are. Whose a message is, its implementation says beside the
 * declared fields.
 */
export function disclosureOf({ returns }: Operation): Disclose {
  const patients = patientsIn({ ...returns })
  if (!patients) return () => undefined
  return answer => {
    const data = isRecord(answer) ? answer.data : undefined
    const items = (Array.isArray(data) ? data : [data]).filter(isRecord)
    if (items.length === 0) return undefined
    const patientIds = items.flatMap(patients).filter(id => typeof id === 'string')
    return {
      resourceIds: items.flatMap(({ id }) => (id === undefined ? [] : [String(id)])),
      patientIds: [...new Set(patientIds)],
    }
  }
}

/** The shape of our ids; anything else names no record. */
const ID = /^[a-z]+_[0-9a-z]+$/

/** The disclosure of reading one patient, which the request itself names. An attempt that finds no patient is recorded too. */
export function askedFor({ method, path, answer }: Operation, { id }: Record<string, unknown>): Disclosure | undefined {
  if (method !== 'GET' || path !== '/patients/:id' || answer !== 'one') return undefined
  return typeof id === 'string' && ID.test(id) ? { resourceIds: [id], patientIds: [id] } : undefined
}
