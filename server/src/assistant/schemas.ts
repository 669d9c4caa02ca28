import { isRecord } from '@clinic/contract/json-schema.ts'

/** A JSON Schema, as tools publish it. */
export type Schema = Record<string, unknown>

/** An object of which nothing else is ever shown. */
export const closed = (properties: Record<string, Schema>, optional: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter(key => !optional.includes(key)),
  additionalProperties: false,
})

/** Fields, each with its schema and how it is shown of a source. */
export type Fields<Source> = Record<string, readonly [schema: Schema, show: (source: Source) => unknown]>

/** An object that shows some fields. */
export interface View<Source> {
  schema: Schema
  show(source: Source): Record<string, unknown>
}

export function viewOfFields<Source>(fields: Fields<Source>): View<Source> {
  const each = Object.entries(fields)
  return {
    schema: closed(Object.fromEntries(each.map(([name, [schema]]) => [name, schema]))),
    show(source) {
      const shown: Record<string, unknown> = {}
      for (const [name, [, show]] of each) shown[name] = show(source)
      return shown
    },
  }
}

export const list = (items: Schema): Schema => ({ type: 'array', items })
export const maybe = (type: string): Schema => ({ type: [type, 'null'] })

/** What of a schema of the contract a client may need to know. */
const KEPT = ['type', 'enum', 'const', 'format', 'description']
export const kept = (schema: Schema): Schema =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => KEPT.includes(key)))

/** Whether it is a text, or texts, that the contract declares as written by people about the record. */
export const isWritten = ({ 'x-tier': tier, items }: Schema): boolean =>
  tier === 'record' || (isRecord(items) && isWritten(items))

/** As every id of the contract is declared; no text has the same bound. */
const ID_LENGTH = 64

/** Ids, instants and words of a closed set: no person typed them, so there is nothing in them to take out. */
export const isGenerated = ({ format, enum: values, maxLength, type }: Schema): boolean =>
  String(format).startsWith('date') ||
  values !== undefined ||
  maxLength === ID_LENGTH ||
  !String(type).includes('string')
