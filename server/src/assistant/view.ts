import { isRecord } from '@clinic/contract/json-schema.ts'
import type { TSchema } from '@clinic/contract/kernel.ts'
import { isScopeName } from '@clinic/contract/scopes.ts'
import { snake } from '../kernel/values/spelling.ts'
import { decisionsOn, type FieldChoice } from './fields.ts'
import {
  closed,
  type Fields,
  isGenerated,
  isWritten,
  kept,
  maybe,
  type Schema,
  type View,
  viewOfFields,
} from './schemas.ts'
import type { JsonObject } from './tool.ts'
import { longText, shortText, UNTRUSTED } from './untrusted.ts'
import type { Visibility } from './visibility.ts'

/** A record, and who tells the name of its patient, or null. */
export interface Shown {
  record: JsonObject
  nameOf(patientId: string): string | null
}

/** What a value is declared as, and how it is shown. */
type Value = readonly [schema: Schema, show: (value: unknown, nameOf: Shown['nameOf']) => unknown]

/** What the fields of a nested value go by: the resource that it is in, and what may be seen. */
interface Context {
  choices: ReadonlyMap<string, FieldChoice>
  visibility: Visibility
  text(typed: string): string
}

/** A resource for one visibility. Shows what is decided in fields.ts, and nothing that is decided nowhere. */
export const viewOf = (resource: TSchema, visibility: Visibility): View<Shown> =>
  viewOfObject({ ...resource }, { choices: new Map(), visibility, text: shortText })

function viewOfObject(schema: Schema, outer: Context): View<Shown> {
  const properties = isRecord(schema.properties) ? schema.properties : {}
  const resource = isRecord(properties.object) ? properties.object.const : undefined
  const within = typeof resource === 'string' ? { ...outer, choices: new Map(decisionsOn(resource)) } : outer
  const open: Fields<Shown> = {}
  const texts: Fields<Shown> = {}
  for (const [key, value] of Object.entries(properties)) {
    if (!isRecord(value) || !isShown(key, value, within)) continue
    const isProse = isWritten(value)
    const text = isProse ? longText : shortText
    const [shape, show] = key === 'patientId' ? patientValue(value, within) : fieldValue(value, { ...within, text })
    const fields = isProse ? texts : open
    fields[key === 'patientId' ? 'patient' : snake(key)] = [shape, ({ record, nameOf }) => show(record[key], nameOf)]
  }
  const untrusted = viewOfFields(texts)
  if (Object.keys(texts).length > 0)
    open.untrusted_text = [{ ...untrusted.schema, description: UNTRUSTED }, untrusted.show]
  return viewOfFields(open)
}

function isShown(key: string, { 'x-required-scope': scope }: Schema, { choices, visibility }: Context): boolean {
  const choice = choices.get(key)
  if (choice === undefined || choice === 'left_out') return false
  if (isScopeName(scope) && !visibility.holds(scope)) return false
  return typeof choice === 'string' || visibility.allows(choice.needs)
}

/** A patient is shown with the name, where patients may be seen at all. */
function patientValue({ type }: Schema, { visibility }: Context): Value {
  const named = visibility.allows('patients:read')
  const shape = closed({ id: { type: 'string' }, ...(named && { name: maybe('string') }) })
  const isNullable = Array.isArray(type) && type.includes('null')
  return [
    isNullable ? { ...shape, type: ['object', 'null'] } : shape,
    (id, nameOf) => (typeof id === 'string' ? { id, ...(named && { name: nameOf(id) }) } : null),
  ]
}

function fieldValue(schema: Schema, within: Context): Value {
  const { items, properties } = schema
  if (isRecord(items)) {
    const [shape, show] = fieldValue(items, within)
    return [
      { ...kept(schema), items: shape },
      (value, nameOf) => (Array.isArray(value) ? value.map(one => show(one, nameOf)) : []),
    ]
  }
  if (isRecord(properties)) {
    const view = viewOfObject(schema, within)
    return [
      { ...view.schema, ...kept(schema) },
      (value, nameOf) => (isRecord(value) ? view.show({ record: value, nameOf }) : null),
    ]
  }
  if (isGenerated(schema)) return [kept(schema), value => value ?? null]
  return [kept(schema), value => (typeof value === 'string' ? within.text(value) : (value ?? null))]
}
