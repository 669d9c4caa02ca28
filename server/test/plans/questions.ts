import assert from 'node:assert/strict'
import type { Operation, TSchema } from '@clinic/contract/kernel.ts'
import { BIG } from './fill.ts'
import type { Input } from './plan.ts'

/** What a list may be asked, as its declaration says: each filter, each bound, and each two of them. */

const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString()
export const WINDOWS: Input[] = [
  { from: days(-400), to: days(-399) },
  { from: days(-400), to: days(-35) },
  { to: days(-900) },
]
const DELTAS: Input[] = [{ updatedAfter: days(-0.1) }, { updatedAfter: '2000-01-01T00:00:00Z' }]
const PAGING = ['cursor', 'limit', 'from', 'to', 'updatedAfter']

/** The tables whose records a filter names, where its own name does not say so. */
const TABLES: Readonly<Record<string, string>> = {
  doctorId: 'practitioner',
  assignedTo: 'practitioner',
  assignedToId: 'practitioner',
  stageId: 'lead_stage',
  groupId: 'procedure_group',
  policyId: 'insurance_policy',
  operationId: 'treatment',
}
/** The record that a path names: /patients/:id/files. */
const PATHS: Readonly<Record<string, string>> = {
  patients: 'patient',
  conversations: 'conversation',
  'webhook-endpoints': 'webhook_endpoint',
}

/** That of one row, of none, of a third of them, what a trigram index cannot help with, and a number. */
const TERMS = ['6f4922f45568161a8cdf4ad2299f6d23', 'xxxxxx', 'ahmed', 'f2', '77']

const snake = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
const recordOf = (table: string) => `${table}_${BIG}_3`

const wordsOf = (schema: TSchema): string[] =>
  'enum' in schema && Array.isArray(schema.enum) ? schema.enum.filter(word => typeof word === 'string').sort() : []

/** A rare value of the filter and a usual one. */
function valuesOf(name: string, schema: TSchema): unknown[] {
  const words = wordsOf(schema)
  if (name === 'type' && words.includes('patient.updated')) return ['lead.created', 'patient.updated', 'claim.created']
  if (words.length > 0) return [...new Set([words[0], words[1], words.at(-1)])]
  if ('type' in schema && schema.type === 'boolean') return [true, false]
  if ('type' in schema && schema.type === 'integer') return [1, 5]
  if (name === 'searchTerm') return TERMS
  const table = TABLES[name] ?? (name.endsWith('Id') ? snake(name.slice(0, -2)) : undefined)
  return [recordOf(table ?? assert.fail(`The filter ${name} has no values to try.`))]
}

/** Something that a list is asked for, and how many conditions it came with. */
export interface Question {
  input: Input
  conditions: number
}

/** Everything that a list is asked for; `after` is an event that there is. */
export function questionsOf({ input, path }: Operation, after: string): Question[] {
  const { id: _path, after: _after, wait: _wait, ...properties } = input.properties
  const [, collection = ''] = path.split('/')
  const whose: Input = path.includes(':id') ? { id: recordOf(PATHS[collection] ?? assert.fail(path)) } : {}
  const names = Object.keys(properties).filter(name => !PAGING.includes(name))
  const singles = names.map(name => valuesOf(name, properties[name] ?? {}).map((value): Input => ({ [name]: value })))
  const pairs = singles.flatMap((some, place) =>
    singles.slice(place + 1).flatMap(others => some.flatMap(one => others.map(other => ({ ...one, ...other })))),
  )
  const all = Object.assign({}, ...singles.map(([first]) => first))
  const goOn = 'after' in input.properties ? [{}, ...singles.flat()].map(filter => ({ ...filter, after })) : []
  const filters = [{}, ...goOn, ...singles.flat(), ...pairs, ...(names.length > 2 ? [all] : [])]
  const bounds = [{}, ...('from' in properties ? WINDOWS : []), ...('updatedAfter' in properties ? DELTAS : [])]
  return filters.flatMap(filter =>
    bounds.map(bound => ({
      input: { ...whose, ...filter, ...bound },
      conditions: Object.keys(filter).length + Math.min(Object.keys(bound).length, 1),
    })),
  )
}
