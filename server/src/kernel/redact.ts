import { type FieldRight, isFieldRight } from '@clinic/contract/field-rights.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import { maskPhone } from './values/phones.ts'

export type Schema = Record<string, unknown>
/** Whether the caller holds a scope, or a permission. */
export type HoldsRight = (right: FieldRight) => boolean
type Redact = (value: unknown) => unknown

/** True for a field that is left out of some records and shown in others: whether it may be null says nothing of that. */
export const isScopedByRecord = (field: Schema): boolean => typeof field['x-required-scope-where'] === 'string'

/** Whether a scope is asked for and not held. */
export const lacks = (holds: HoldsRight, scope: unknown): boolean =>
  scope !== undefined && !(isFieldRight(scope) && holds(scope))

/**
 * What has to be done to each record before it is written, where that depends on the record and not on the scopes alone:
 * `x-masked-without-scope` masks a phone, `x-replaced-without-scope` shows another value of the record in the field's
 * place, and `x-required-scope-where` does what the field asks for only where the named sibling is not null. Nothing when
 * the schema asks for none of them, or every scope is held.
 */
export function redactorFor(schema: unknown, holds: HoldsRight): Redact | undefined {
  if (!isRecord(schema)) return undefined
  if (schema.items) return eachItem(redactorFor(schema.items, holds))
  const fields = Object.entries(isRecord(schema.properties) ? schema.properties : {})
  const changes = fields.flatMap(([name, field]) => fieldChanges(name, field, holds))
  if (changes.length === 0) return undefined
  return record => (isRecord(record) ? changes.reduce((changed, change) => change(changed), record) : record)
}

const eachItem = (redact: Redact | undefined): Redact | undefined =>
  redact && (items => (Array.isArray(items) ? items.map(redact) : items))

type Change = (record: Schema) => Schema

function fieldChanges(name: string, field: unknown, holds: HoldsRight): Change[] {
  if (!isRecord(field)) return []
  const shown = shownInstead(name, field, holds)
  if (!shown) return []
  const change: Change = record => ({ ...record, [name]: shown(record) })
  const sibling = field['x-required-scope-where']
  return [typeof sibling === 'string' ? record => (record[sibling] === null ? record : change(record)) : change]
}

/** What a record shows in the field's place; nothing where it is shown as it is, or in no record. */
function shownInstead(name: string, field: Schema, holds: HoldsRight): ((record: Schema) => unknown) | undefined {
  const { 'x-replaced-by': instead } = field
  if (lacks(holds, field['x-masked-without-scope'])) return record => masked(record[name])
  if (lacks(holds, field['x-replaced-without-scope'])) return record => record[String(instead)]
  if (lacks(holds, field['x-required-scope'])) return isScopedByRecord(field) ? () => undefined : undefined
  const within = redactorFor(field, holds)
  return within && (record => within(record[name]))
}

const masked: Redact = value => (typeof value === 'string' ? maskPhone(value) : null)
