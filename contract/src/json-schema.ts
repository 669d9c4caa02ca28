/** The part of JSON Schema 2020-12 in which this interface is written, as plain data. */
export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
  readonly maxProperties?: number
  readonly default?: unknown
  readonly description?: string
  /** Plain words for `pattern` or `enum`, as the end of a sentence that starts with "must be". */
  readonly 'x-expects'?: string
  /** Whether an empty text says that there is none. */
  readonly 'x-empty-is-none'?: boolean
  /** The name of the resource that a schema describes. */
  readonly 'x-resource'?: string
}

/** The types a schema names, as a list. */
export const typesOf = (schema: JsonSchema): readonly string[] =>
  schema.type === undefined ? [] : typeof schema.type === 'string' ? [schema.type] : schema.type

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
