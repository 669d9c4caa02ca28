import { isRecord } from '@clinic/contract/json-schema.ts'
import { type Operation, pathNames } from '@clinic/contract/kernel.ts'
import type { About } from '../kernel/audit.ts'

type Fields = Readonly<Record<string, unknown>>

/** What an answer shows: ids, the names of the filters that a list was asked by, and how many records it found. */
export interface Disclosure extends About {
  searchFields?: readonly string[] | undefined
  resultCount?: number | undefined
}

/** Reads the disclosure off an answer, or nothing for operations that show nothing of patients. */
export type Disclose = (answer: unknown, input: Fields) => Disclosure | undefined

interface Found {
  patients: Set<string>
  through: Set<string>
}

/** Adds whom a record is about. */
type Find = (record: Fields, found: Found) => void

/** Fields that name invoices and payments: where a record names no patient, it is about theirs. */
const THROUGH = ['invoiceId', 'invoiceIds', 'paymentId']
/** Fields of records that are about a patient; whose a message is, its implementation says beside them. */
const ABOUT = ['patientId', 'conversationId', ...THROUGH]

/** The shape of our ids; anything else names no record: what is masked shows none. */
const ID = /^[a-z]+_[0-9a-z]+$/

function add(found: Set<string>, values: unknown): void {
  for (const value of [values].flat()) if (typeof value === 'string' && ID.test(value)) found.add(value)
}

/** A record names its patient, or what is a patient's, and an event is about whom its data are about. */
function addNamed(record: Fields, found: Found): void {
  const patient = record.object === 'patient' ? record.id : record.patientId
  if (typeof patient === 'string') add(found.patients, patient)
  else if (isRecord(record.data)) addNamed(record.data, found)
  else for (const name of THROUGH) add(found.through, record[name])
}

/**
 * What a schema says of patients: that it is one or names one, or else that it holds records that do. A record that names
 * its patient holds nothing of another.
 */
function patientsIn(schema: unknown): Find | undefined {
  if (!isRecord(schema)) return undefined
  const properties = isRecord(schema.properties) ? schema.properties : {}
  const resource = schema['x-resource']
  const isPatient = resource === 'patient' || (isRecord(properties.object) && properties.object.const === 'patient')
  if (isPatient) return ({ id }, found) => add(found.patients, id)
  if (resource === 'event' || ABOUT.some(name => name in properties)) return addNamed
  const within = Object.entries(properties).flatMap(([name, field]) => heldBy(name, field))
  if (within.length === 0) return undefined
  return (record, found) => {
    for (const find of within) find(record, found)
  }
}

/** The patients of the records that a field holds, one or several. */
function heldBy(name: string, field: unknown): Find[] {
  const find = isRecord(field) ? patientsIn(field.items ?? field) : undefined
  if (!find) return []
  const findEach: Find = (record, found) => {
    for (const held of [record[name]].flat()) if (isRecord(held)) find(held, found)
  }
  return [findEach]
}

/** The patient whom a request names, by the path or as a filter, whatever is found of them. */
function patientNamed({ path, input }: Operation): (input: Fields) => string[] {
  const name = path.startsWith('/patients/:id') ? 'id' : 'patientId'
  if (!(name in input.properties)) return () => []
  return ({ [name]: id }) => (typeof id === 'string' && ID.test(id) ? [id] : [])
}

/** The names of the filters that a list was asked by. */
function filtersOf({ path, answer }: Operation): (input: Fields) => string[] | undefined {
  if (answer === 'one') return () => undefined
  const others = new Set(['cursor', 'limit', ...pathNames(path)])
  return input => Object.keys(input).filter(name => input[name] !== undefined && !others.has(name))
}

/**
 * Derived from the declaration: an answer is about patients when it is one, names one or what is one's, is an event about
 * one or what was said in a conversation with one, or holds records that are. So is what is declared to be recorded. A list that finds nothing is a disclosure,
 * too: that there is nothing.
 */
export function disclosureOf(operation: Operation): Disclose {
  const find = patientsIn({ ...operation.returns }) ?? (operation.recorded ? () => undefined : undefined)
  if (!find) return () => undefined
  const [named, filters] = [patientNamed(operation), filtersOf(operation)]
  return (answer, input) => {
    const data = isRecord(answer) ? answer.data : undefined
    const items = [data].flat().filter(isRecord)
    const found: Found = { patients: new Set(named(input)), through: new Set() }
    for (const item of items) find(item, found)
    return {
      resourceIds: items.flatMap(({ id }) => (id === undefined ? [] : [String(id)])),
      patientIds: [...found.patients],
      throughIds: [...found.through],
      searchFields: filters(input),
      resultCount: items.length,
    }
  }
}

/** The disclosure of reading one patient, which the request itself names. An attempt that finds no patient is recorded too. */
export function askedFor({ method, path, answer }: Operation, { id }: Fields): Disclosure | undefined {
  if (method !== 'GET' || path !== '/patients/:id' || answer !== 'one') return undefined
  return typeof id === 'string' && ID.test(id) ? { resourceIds: [id], patientIds: [id], throughIds: [] } : undefined
}
