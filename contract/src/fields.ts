/** The fields that inputs and resources are made of. */
import type { Static, TOptional, TProperties, TSchema, TUnsafe } from 'typebox'
import { Type } from './schema-builders.ts'

/** Any record's id: a type prefix, `_` and a time-ordered part; 1 to 64 characters. */
export const Id = Type.String({ minLength: 1, maxLength: 64 })
/** A UTC instant, ISO 8601; exactly three fraction digits in answers. */
export const Timestamp = Type.String({ format: 'date-time' })
/** A calendar date, YYYY-MM-DD. */
export const DateOnly = Type.String({ format: 'date' })
/** An amount in the currency's major unit (SAR 2 decimals, KWD 3). */
export const Money = Type.Number()
/** An amount in major units that must be above zero. */
export const PositiveMoney = Type.Number({ exclusiveMinimum: 0 })
export const Text = (minLength: number, maxLength: number) => Type.String({ minLength, maxLength })
/** A text that may be left empty, which says that there is none: as if it were absent, or null where that clears a field. */
export const UpTo = (maxLength: number) => Type.String({ maxLength, 'x-empty-is-none': true })
/** The same text, of which an empty one says that there is none: as if it were absent, or null where that clears a field. */
export const OrEmpty = <Schema extends TSchema>(schema: Schema): Schema => ({ ...schema, 'x-empty-is-none': true })
export const Optional = Type.Optional
/** A field with a sentence about it. */
export const described = <Schema extends TSchema>(schema: Schema, description: string): Schema => ({
  ...schema,
  description,
})

/** An amount with a sentence about it, which ends with its unit. */
export const amountOf = <Schema extends TSchema>(schema: Schema, what: string): Schema =>
  described(schema, `${what}, in the currency of the clinic.`)

/** One of a closed set of words. */
export const OneOf = <const Values extends readonly string[]>(values: Values) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: [...values] })

const eachOf = (fields: TProperties, change: (field: TSchema) => TSchema): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, change(field)]))

export type AllOptional<Fields extends TProperties> = { [Name in keyof Fields]: TOptional<Fields[Name]> }

/** The same fields, each of which may be left out. */
export const allOptional = <Fields extends TProperties>(fields: Fields) =>
  eachOf(fields, field => Optional(field)) as AllOptional<Fields>

/** The same fields, each of which may be left out, or cleared by null. */
export const allClearable = <Fields extends TProperties>(fields: Fields) =>
  eachOf(fields, field => Optional(Nullable(field))) as {
    [Name in keyof Fields]: TOptional<TUnsafe<Static<Fields[Name]> | null>>
  }

/** A flag that can be set but not taken back: only `true` is accepted. */
export const OnlyTrue = Type.Unsafe<true>({ type: 'boolean', const: true })

/** A value that may be null, as the plain JSON Schema `type: [..., "null"]` that serialisers and OpenAPI 3.1 both take. */
export function Nullable<Schema extends TSchema>(schema: Schema) {
  const { type, enum: values, ...rest } = { ...schema } as Record<string, unknown>
  const nullable = { ...rest, type: [type, 'null'], ...(Array.isArray(values) && { enum: [...values, null] }) }
  return Type.Unsafe<Static<Schema> | null>(nullable)
}

/** The nullable twins of the field types that resources are made of. */
export const MaybeText = Nullable(Type.String())
export const MaybeId = Nullable(Id)
export const MaybeTimestamp = Nullable(Timestamp)
export const MaybeInteger = Nullable(Type.Integer())
export const MaybeNumber = Nullable(Type.Number())

/** How often a record was changed, from 1 on: what a change of it names in If-Match. */
export const RowVersion = Type.Unsafe<number>({
  ...Type.Integer({ minimum: 1 }),
  'x-row-version': true,
  description: 'Counts the changes of the record, from 1 on. A change names it in If-Match.',
})

/** A nested object of a resource: closed, all fields present. */
export const Nested = <Fields extends TProperties>(fields: Fields) =>
  Type.Object(fields, { additionalProperties: false })

/** A free-form map, as settings and form answers are. */
export const FreeMap = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })

/**
 * A resource: `object` names its kind, then its whitelisted fields. Nothing else ever leaves the service. `variant` is
 * the documented name of a second shape of the same kind.
 */
export function resource<const Name extends string, Fields extends TProperties>(
  name: Name,
  fields: Fields,
  variant: string = name,
) {
  return Type.Object(
    { object: Type.Unsafe<Name>({ type: 'string', const: name }), ...fields },
    { additionalProperties: false, 'x-resource': variant },
  )
}

/** A resource that is a record of the clinic: its id first, and last when it was made and when it changed. */
export const record = <const Name extends string, Fields extends TProperties>(name: Name, fields: Fields) =>
  resource(name, { id: Id, ...fields, createdAt: Timestamp, updatedAt: Timestamp })

/** What is answered without a field `object`, under a name of its own in the description. */
export const shape = <Fields extends TProperties>(name: string, fields: Fields) =>
  Type.Object(fields, { additionalProperties: false, 'x-resource': name })
