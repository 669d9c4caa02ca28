import { isRecord } from '@clinic/contract/json-schema.ts'
import { isScopeName, type ScopeName } from '@clinic/contract/scopes.ts'
import { maskPhone } from '../kernel/values/phones.ts'

export type Schema = Record<string, unknown>
/** Whether the caller holds a scope. */
export type HoldsScope = (scope: ScopeName) => boolean
type Redact = (value: unknown) => unknown

/** True for a field that is left out of some records and shown in others: whether it may be null says nothing of that. */
export const isScopedByRecord = (field: Schema): boolean => typeof field['x-required-scope-where'] === 'string'

const lacks = (holds: HoldsScope, scope: unknown): boolean =>
  scope !== undefined && !(isScopeName(scope) && holds(scope))

/**
 * What has to be done to each record before it is written, where that depends on the record and not on the scopes alone:
 * `x-required-scope-where` leaves the field out where the named sibling is not null, `x-masked-without-scope` masks a
 * phone. Nothing when the schema asks for neither, or every scope is held.
 */
export function redactorFor(schema: unknown, holds: HoldsScope): Redact | undefined {
  if (!isRecord(schema)) return undefined
  if (schema.items) return eachItem(redactorFor(schema.items, holds))
  const fields = Object.entries(isRecord(schema.properties) ? schema.properties : {})
  const changes = fields.flatMap(([name, field]) => fieldChanges(name, field, holds))
  if (changes.length === 0) return undefined
  return record => (isRecord(record) ? changes.reduce((changed, change) => change(changed), record) : record)
}

const eachItem = (redact: Redact | undefined): Redact | undefined =>
  redact && (items => (Array.isArray(items) ? items.map(redact) : items))

function fieldChanges(name: string, field: unknown, holds: HoldsScope): ((record: Schema) => Schema)[] {
  if (!isRecord(field)) return []
  const sibling = field['x-required-scope-where']
  if (typeof sibling === 'string' && lacks(holds, field['x-required-scope']))
    return [record => (record[sibling] === null ? record : { ...record, [name]: undefined })]
  const change = lacks(holds, field['x-masked-without-scope']) ? maskedText : redactorFor(field, holds)
  return change ? [record => ({ ...record, [name]: change(record[name]) })] : []
}

const maskedText: Redact = value => (typeof value === 'string' ? maskPhone(value) : null)
