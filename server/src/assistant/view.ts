import { isRecord } from '@clinic/contract/json-schema.ts'
import type { TSchema } from '@clinic/contract/kernel.ts'
import { isScopeName } from '@clinic/contract/scopes.ts'
import { decisionsOn, type FieldChoice } from './fields.ts'
import { closed, isGenerated, kept, maybe, type Schema } from './schemas.ts'
import type { JsonObject } from './tool.ts'
import { longText, shortText, UNTRUSTED } from './untrusted.ts'
import type { Visibility } from './visibility.ts'

/** Names as tools write them. */
export const snake = (camel: string): string => camel.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** Tells a patient's name, or null. */
export type NameOf = (patientId: string) => string | null
type Show = (value: unknown, nameOf: NameOf) => unknown

/** A resource for one visibility: the schema of what is shown, and how a record is shown. */
export interface View {
  schema: Schema
  show(record: JsonObject, nameOf: NameOf): JsonObject
}

interface Field {
  from: string
  to: string
  prose: boolean
  schema: Schema
  show: Show
}

/** What the fields of a nested value go by: the resource that it is in, and what may be seen. */
interface Context {
  choices: ReadonlyMap<string, FieldChoice>
  visibility: Visibility
  text(typed: string): string
}

/** Shows what is decided in fields.ts, and nothing that is decided nowhere. */
export const viewOf = (resource: TSchema, visibility: Visibility): View =>
  viewOfObject({ ...resource }, { choices: new Map(), visibility, text: shortText })

function viewOfObject(schema: Schema, outer: Context): View {
  const properties = isRecord(schema.properties) ? schema.properties : {}
  const resource = isRecord(properties.object) ? properties.object.const : undefined
  const within = typeof resource === 'string' ? { ...outer, choices: new Map(decisionsOn(resource)) } : outer
  const fields = Object.entries(properties).flatMap(([key, value]) =>
    isRecord(value) && isShown(key, value, within) ? [fieldOf(key, value, within)] : [],
  )
  const open = fields.filter(field => !field.prose)
  const texts = fields.filter(field => field.prose)
  const schemas = (of: readonly Field[]) => Object.fromEntries(of.map(field => [field.to, field.schema]))
  const untrusted = { ...closed(schemas(texts)), description: UNTRUSTED }
  return {
    schema: closed({ ...schemas(open), ...(texts.length > 0 && { untrusted_text: untrusted }) }),
    show(record, nameOf) {
      const shown = showFields(open, record, nameOf)
      if (texts.length > 0) shown.untrusted_text = showFields(texts, record, nameOf)
      return shown
    },
  }
}

function showFields(fields: readonly Field[], record: JsonObject, nameOf: NameOf): JsonObject {
  const shown: JsonObject = {}
  for (const { to, from, show } of fields) shown[to] = show(record[from], nameOf)
  return shown
}

function isShown(key: string, { 'x-required-scope': scope }: Schema, { choices, visibility }: Context): boolean {
  const choice = choices.get(key)
  if (choice === undefined || choice === 'left_out') return false
  if (isScopeName(scope) && !visibility.holds(scope)) return false
  return typeof choice === 'string' || visibility.allows(choice.needs)
}

function fieldOf(key: string, schema: Schema, within: Context): Field {
  if (key === 'patientId') return { from: key, to: 'patient', prose: false, ...patientValue(schema, within) }
  const isProse = within.choices.get(key) === 'prose'
  return {
    from: key,
    to: snake(key),
    prose: isProse,
    ...fieldValue(schema, { ...within, text: isProse ? longText : shortText }),
  }
}

/** A patient is shown with the name, where patients may be seen at all. */
function patientValue({ type }: Schema, { visibility }: Context): Pick<Field, 'schema' | 'show'> {
  const named = visibility.allows('patients:read')
  const shape = closed({ id: { type: 'string' }, ...(named && { name: maybe('string') }) })
  const isNullable = Array.isArray(type) && type.includes('null')
  return {
    schema: isNullable ? { ...shape, type: ['object', 'null'] } : shape,
    show: (id, nameOf) => (typeof id === 'string' ? { id, ...(named && { name: nameOf(id) }) } : null),
  }
}

function fieldValue(schema: Schema, within: Context): Pick<Field, 'schema' | 'show'> {
  const { items, properties } = schema
  if (isRecord(items)) {
    const item = fieldValue(items, within)
    return {
      schema: { ...kept(schema), items: item.schema },
      show: (value, nameOf) => (Array.isArray(value) ? value.map(one => item.show(one, nameOf)) : []),
    }
  }
  if (isRecord(properties)) {
    const view = viewOfObject(schema, within)
    return {
      schema: { ...view.schema, ...kept(schema) },
      show: (value, nameOf) => (isRecord(value) ? view.show(value, nameOf) : null),
    }
  }
  if (isGenerated(schema)) return { schema: kept(schema), show: value => value ?? null }
  return { schema: kept(schema), show: value => (typeof value === 'string' ? within.text(value) : (value ?? null)) }
}
