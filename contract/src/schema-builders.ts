/**
 * The builders of TypeBox that schemas are declared with, under TypeBox's own types. The package offers them only together
 * with its whole language of types, three hundred files that every process would load before it serves.
 */
import type { TSchema, Type as TypeBox } from 'typebox'

type Used = 'Array' | 'Boolean' | 'Integer' | 'Literal' | 'Number' | 'Object' | 'Optional' | 'String' | 'Union'
type Builders = Pick<typeof TypeBox, Used | 'Unknown' | 'Unsafe'>
type Options = Readonly<Record<string, unknown>>

/** Seen by `Object` alone: neither printed nor copied with the schema, as TypeBox has it. */
const OPTIONAL = '~optional'

const isRequired = (schema: object): boolean => !Object.hasOwn(schema, OPTIONAL)

const optional = (schema: object) =>
  Object.defineProperty({ ...schema }, OPTIONAL, { value: true, enumerable: false, configurable: true })

function object(properties: Readonly<Record<string, TSchema>>, options?: Options) {
  const required = Object.keys(properties).filter(name => isRequired(properties[name] ?? {}))
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options }
}

export const Type = {
  Array: (items: TSchema, options?: Options) => ({ type: 'array', items, ...options }),
  Boolean: (options?: Options) => ({ type: 'boolean', ...options }),
  Integer: (options?: Options) => ({ type: 'integer', ...options }),
  Literal: (value: string | number | boolean, options?: Options) => ({ type: typeof value, const: value, ...options }),
  Number: (options?: Options) => ({ type: 'number', ...options }),
  Object: object,
  Optional: optional,
  String: (options?: Options) => ({ type: 'string', ...options }),
  Union: (anyOf: readonly TSchema[], options?: Options) => ({ anyOf, ...options }),
  Unknown: (options?: Options) => ({ ...options }),
  Unsafe: (schema: TSchema) => schema,
} as unknown as Builders
