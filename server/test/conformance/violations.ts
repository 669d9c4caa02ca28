import { type JsonSchema, typesOf } from '@clinic/contract/json-schema.ts'

/** A value that breaks one rule of a schema, with where within the value and as what that is reported. */
export interface Violation {
  value: unknown
  at: string
  code: string
}

/** Appears in what is submitted and must appear in no answer. */
export const MARKER = 'zq7marker'

const single = (code: string, value: unknown): Violation => ({ value, at: '', code })
const long = (length: number) => `${MARKER}${'x'.repeat(length)}`.slice(0, Math.max(length, MARKER.length))

/** A text that the pattern does not take. */
function mismatching(pattern: string): string {
  const found = ['!!!!!!!', '///////'].find(text => !new RegExp(pattern, 'u').test(text))
  if (found === undefined) throw new Error(`Add a text that ${pattern} does not take.`)
  return found
}

function textViolations({ minLength = 0, maxLength, format, pattern, enum: words }: JsonSchema): Violation[] {
  if (words) return [single('enum', MARKER), single('enum', '')]
  const found: Violation[] = []
  if (minLength > 0) found.push(single('too_short', 'x'.repeat(minLength - 1)))
  if (maxLength !== undefined) found.push(single('too_long', long(maxLength + 1)))
  if (format === 'date-time')
    found.push(
      ...[MARKER, '2026-02-30T10:00:00Z', '2026-01-01', '2026-01-01T10:00:00'].map(text => single('format', text)),
    )
  if (format === 'date') found.push(...[MARKER, '2026-02-30', '26-01-01'].map(text => single('format', text)))
  if (format === 'email') found.push(...[MARKER, 'a@b', 'a b@example.com'].map(text => single('format', text)))
  if (format === 'uri') found.push(...[MARKER, 'https://ex ample.com'].map(text => single('format', text)))
  if (pattern !== undefined && format === undefined) found.push(single('pattern', mismatching(pattern)))
  return [...found, single('format', `nul\0${MARKER}`), single('format', `half ${'\ud83d'}`)]
}

function numberViolations(schema: JsonSchema): Violation[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema
  const found: Violation[] = []
  if (minimum !== undefined) found.push(single('too_small', minimum - 1), single('too_small', -1e15))
  if (maximum !== undefined) found.push(single('too_large', maximum + 1), single('too_large', 1e15))
  if (exclusiveMinimum !== undefined) found.push(single('too_small', exclusiveMinimum), single('too_small', -1))
  if (exclusiveMaximum !== undefined) found.push(single('too_large', exclusiveMaximum))
  if (typesOf(schema).includes('integer')) found.push(single('type', 1.5))
  return found
}

function arrayViolations({ items = {}, minItems = 0, maxItems, uniqueItems }: JsonSchema): Violation[] {
  const inside = bodyViolations(items)
  const found: Violation[] = inside.map(({ value, at, code }) => ({ value: [value], at: `/0${at}`, code }))
  if (minItems > 0) found.push(single('too_few', []))
  if (maxItems !== undefined)
    found.push(
      single(
        'too_many',
        Array.from({ length: maxItems + 1 }, (_, index) => `x${index}`),
      ),
    )
  if (uniqueItems) found.push({ value: ['x', 'x'], at: '/1', code: 'not_unique' })
  return found
}

function objectViolations({ properties = {}, required = [], additionalProperties }: JsonSchema): Violation[] {
  const found = Object.entries(properties).flatMap(([name, field]) =>
    bodyViolations(field).map(({ value, at, code }) => ({ value: { [name]: value }, at: `/${name}${at}`, code })),
  )
  for (const name of required) found.push({ value: {}, at: `/${name}`, code: 'required' })
  if (additionalProperties === false) found.push({ value: { [MARKER]: 1 }, at: `/${MARKER}`, code: 'unknown_key' })
  else found.push({ value: { deep: [`nul\0${MARKER}`] }, at: '/deep/0', code: 'format' })
  return found
}

const OF_TYPE: Readonly<Record<string, (schema: JsonSchema) => Violation[]>> = {
  string: textViolations,
  number: numberViolations,
  integer: numberViolations,
  array: arrayViolations,
  object: objectViolations,
  boolean: schema => ('const' in schema ? [single('const', schema.const !== true)] : []),
}

const SAMPLES: readonly [type: string, value: unknown][] = [
  ['string', MARKER],
  ['number', 17],
  ['boolean', true],
  ['object', { [MARKER]: 1 }],
  ['array', [[MARKER]]],
  ['null', null],
]

/** Every way in which a JSON value can break the schema, one rule each. */
export function bodyViolations(schema: JsonSchema): Violation[] {
  const types = (schema.anyOf ?? [schema]).flatMap(typesOf)
  const wrong = SAMPLES.filter(([type]) => !types.includes(type) && !(type === 'number' && types.includes('integer')))
  return [
    ...wrong.map(([, value]) => single('type', value)),
    ...typesOf(schema).flatMap(type => OF_TYPE[type]?.(schema) ?? []),
  ]
}

/** The same for a value that travels as text: what cannot be read as its type is of the wrong type, and half a character is none. */
export function textualViolations(schema: JsonSchema): Violation[] {
  const types = typesOf(schema)
  // A list travels as its entries: each is read as one of them.
  if (types.includes('array'))
    return textualViolations(schema.items ?? {}).map(({ value, code }) => ({ value, at: '/0', code }))
  const unreadable = types.includes('string') ? [] : [MARKER, '', ' 1', '0x10', '1e3', 'TRUE', 'null']
  const broken = types
    .flatMap(type => OF_TYPE[type]?.(schema) ?? [])
    .filter(({ at, value }) => at === '' && String(value).isWellFormed())
  return [...unreadable.map(text => single('type', text)), ...broken.map(one => ({ ...one, value: String(one.value) }))]
}
