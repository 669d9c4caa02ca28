import type { AssistantScope } from '@clinic/contract/assistant-scopes.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import type { TSchema } from '@clinic/contract/kernel.ts'
import { isScopeName } from '@clinic/contract/scopes.ts'
import type { Sight } from './sight.ts'
import type { Plain, Schema } from './tool.ts'
import { name, prose, UNTRUSTED } from './untrusted.ts'

/** How a resource of the plugin API is shown to an assistant. Field names are those of the contract, at every depth. */
export interface ViewRules {
  leaveOut?: readonly string[]
  /** Free text, shown under `untrusted_text`. */
  prose?: readonly string[]
  /** Fields that need a further scope. */
  needs?: Readonly<Record<string, AssistantScope>>
}

/** A resource as one sight sees it: the schema of what is shown, and how a record is shown. */
export interface View {
  schema: Schema
  /** `nameOf` tells a patient's name, or null. */
  show(record: Plain, nameOf: (patientId: string) => string | null): Plain
}

type NameOf = (patientId: string) => string | null
interface Field {
  from: string
  to: string
  prose: boolean
  schema: Schema
  show(value: unknown, nameOf: NameOf): unknown
}

export const snake = (camel: string): string => camel.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
export const camel = (snaked: string): string => snaked.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase())

/** An object of which nothing else is ever shown. */
export const closed = (properties: Record<string, Schema>, optional: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter(key => !optional.includes(key)),
  additionalProperties: false,
})

export const list = (items: Schema): Schema => ({ type: 'array', items })
export const maybe = (type: string): Schema => ({ type: [type, 'null'] })

export function viewOf(resource: TSchema, rules: ViewRules, sight: Sight): View {
  return viewOfObject({ ...resource }, rules, sight)
}

function viewOfObject(schema: Schema, rules: ViewRules, sight: Sight): View {
  const properties = isRecord(schema.properties) ? schema.properties : {}
  const fields = Object.entries(properties).flatMap(([key, value]) =>
    isRecord(value) && isShown(key, value, rules, sight) ? [fieldOf(key, value, rules, sight)] : [],
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

function showFields(fields: readonly Field[], record: Plain, nameOf: NameOf): Plain {
  const shown: Plain = {}
  for (const { to, from, show } of fields) shown[to] = show(record[from], nameOf)
  return shown
}

function isShown(key: string, schema: Schema, { leaveOut = [], needs = {} }: ViewRules, sight: Sight): boolean {
  const { 'x-required-scope': scope } = schema
  if (key === 'object' || leaveOut.includes(key)) return false
  if (isScopeName(scope) && !sight.holds(scope)) return false
  const needed = needs[key]
  return needed === undefined || sight.may(needed)
}

function fieldOf(key: string, schema: Schema, rules: ViewRules, sight: Sight): Field {
  const isProse = rules.prose?.includes(key) ?? false
  if (key === 'patientId') return patientField(schema, sight)
  const { schema: shownAs, show } = fieldValue(schema, rules, sight, isProse ? prose : name)
  return { from: key, to: snake(key), prose: isProse, schema: shownAs, show }
}

/** A patient is shown with the name, where patients may be seen at all. */
function patientField({ type }: Schema, sight: Sight): Field {
  const named = sight.may('patients:read')
  const shape = closed({ id: { type: 'string' }, ...(named && { name: maybe('string') }) })
  const isNullable = Array.isArray(type) && type.includes('null')
  return {
    from: 'patientId',
    to: 'patient',
    prose: false,
    schema: isNullable ? { ...shape, type: ['object', 'null'] } : shape,
    show: (id, nameOf) => (typeof id === 'string' ? { id, ...(named && { name: nameOf(id) }) } : null),
  }
}

/** As every id of the contract is declared; no text has the same bound. */
const ID_LENGTH = 64

/** Ids, instants and words of a closed set: nobody typed them, so there is nothing in them to take out. */
const isOurs = ({ format, enum: values, maxLength, type }: Schema): boolean =>
  String(format).startsWith('date') ||
  values !== undefined ||
  maxLength === ID_LENGTH ||
  !String(type).includes('string')

/** What of a schema a client may need to know. */
const KEPT = ['type', 'enum', 'const', 'format', 'description']
const kept = (schema: Schema): Schema =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => KEPT.includes(key)))

function fieldValue(
  schema: Schema,
  rules: ViewRules,
  sight: Sight,
  text: (text: string) => string,
): Pick<Field, 'schema' | 'show'> {
  const { items, properties } = schema
  if (isRecord(items)) {
    const item = fieldValue(items, rules, sight, text)
    return {
      schema: { ...kept(schema), items: item.schema },
      show: (value, nameOf) => (Array.isArray(value) ? value.map(one => item.show(one, nameOf)) : []),
    }
  }
  if (isRecord(properties)) {
    const view = viewOfObject(schema, rules, sight)
    return {
      schema: { ...view.schema, ...kept(schema) },
      show: (value, nameOf) => (isRecord(value) ? view.show(value, nameOf) : null),
    }
  }
  if (isOurs(schema)) return { schema: kept(schema), show: value => value ?? null }
  return { schema: kept(schema), show: value => (typeof value === 'string' ? text(value) : (value ?? null)) }
}
