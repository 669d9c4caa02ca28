import type { Operation } from '@clinic/contract/kernel.ts'

/** Ids of the records and patients that an answer shows. */
export interface Disclosure {
  resourceIds: string[]
  patientIds: string[]
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Reads the disclosure off an answer, or nothing for operations that show nothing of patients. */
export type Disclose = (answer: unknown) => Disclosure | undefined

/** A patient is one, a record names one, and an event is about the one that its data are about. */
function patientOf(item: Record<string, unknown>): unknown {
  if (item.object === 'patient') return item.id
  return item.patientId ?? (isObject(item.data) ? patientOf(item.data) : undefined)
}

/**
 * Derived from the declaration: a resource is about patients when it is one, names one, or is an event about one or what
 * was said in a conversation with one. Whose a message is, its implementation says beside the declared fields.
 */
export function disclosureOf(operation: Operation): Disclose {
  const schema: Record<string, unknown> = { ...operation.returns }
  const properties = isObject(schema.properties) ? schema.properties : {}
  const aboutPatients =
    ['patientId', 'conversationId'].some(name => name in properties) ||
    schema['x-resource'] === 'patient' ||
    schema['x-resource'] === 'event'
  if (!aboutPatients) return () => undefined
  return answer => {
    const data = isObject(answer) ? answer.data : undefined
    const items = (Array.isArray(data) ? data : [data]).filter(isObject)
    if (items.length === 0) return undefined
    const patientIds = items.map(patientOf).filter(id => typeof id === 'string')
    return { resourceIds: items.map(item => String(item.id)), patientIds: [...new Set(patientIds)] }
  }
}

/** The shape of our ids; anything else names no record. */
const ID = /^[a-z]+_[0-9a-z]+$/

/** The disclosure of reading one patient, which the request itself names. An attempt that finds nobody is recorded too. */
export function askedFor({ method, path, answer }: Operation, { id }: Record<string, unknown>): Disclosure | undefined {
  if (method !== 'GET' || path !== '/patients/:id' || answer !== 'one') return undefined
  return typeof id === 'string' && ID.test(id) ? { resourceIds: [id], patientIds: [id] } : undefined
}
