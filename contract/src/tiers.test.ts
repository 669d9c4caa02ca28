import assert from 'node:assert/strict'
import { test } from 'node:test'
import { declaredEvents, declaredOperations } from '../test/declared.ts'
import { Id, MaybeId, MaybeText, Nested } from './fields.ts'
import { operations } from './index.ts'
import { isRecord, typesOf } from './json-schema.ts'
import { Type } from './kernel.ts'
import { ClinicText, Note, ofTier, Personal, PersonalInParts, PersonalPhone } from './tiers.ts'

type Schema = Record<string, unknown>

const SCOPES = ['x-required-scope', 'x-masked-without-scope', 'x-replaced-without-scope']
const isPersonal = (schema: Schema): boolean => SCOPES.some(key => schema[key] !== undefined)
const ID: Schema = { ...Id }
const isId = (schema: Schema): boolean => schema.minLength === ID.minLength && schema.maxLength === ID.maxLength
/** Nothing can be typed into it: a closed set of words, an instant, a date, an id. */
const isClosed = (schema: Schema): boolean =>
  'const' in schema || 'enum' in schema || String(schema.format).startsWith('date') || isId(schema)

/** The texts that a value may hold, each with its path; of what is decided on as a whole, the whole. */
function textsIn(schema: unknown, path: string): [path: string, schema: Schema][] {
  if (!isRecord(schema)) return []
  if (isPersonal(schema) || schema['x-tier'] !== undefined) return [[path, schema]]
  const { properties, items, additionalProperties, anyOf } = schema
  if (isRecord(properties))
    return Object.entries(properties).flatMap(([name, field]) => textsIn(field, `${path}.${name}`))
  if (isRecord(items)) return textsIn(items, `${path}[]`)
  if (isRecord(additionalProperties)) return textsIn(additionalProperties, `${path}{}`)
  if (Array.isArray(anyOf)) return anyOf.flatMap(branch => textsIn(branch, path))
  const types = typesOf(schema)
  const open = types.length === 0 || types.some(type => ['string', 'array', 'object'].includes(type))
  return open && !isClosed(schema) ? [[path, schema]] : []
}

const undecided = (schema: unknown, path: string): string[] =>
  textsIn(schema, path).flatMap(([place, text]) =>
    isPersonal(text) || ['clinic', 'platform', 'record'].includes(String(text['x-tier'])) ? [] : [place],
  )

test('every text that the plugin API answers with declares its tier, however deep it is nested', () => {
  const texts = operations.flatMap(({ id, returns }) => textsIn({ ...returns }, id))
  assert.ok(texts.length > 300)
  assert.deepEqual(
    operations.flatMap(({ id, returns }) => undecided({ ...returns }, id)),
    [],
    'Say what each may hold, with the words of contract/src/tiers.ts.',
  )
})

test('no event carries what a patient is called or what people write', () => {
  for (const { type, data } of declaredEvents) {
    assert.deepEqual(undecided({ ...data }, type), [])
    const told = textsIn({ ...data }, type).filter(([, text]) => isPersonal(text) || text['x-tier'] === 'record')
    assert.deepEqual(told, [])
  }
})

test('every filter of a list that is a text says what it is searched for in', () => {
  const filters = declaredOperations
    .filter(({ method }) => method === 'GET')
    .flatMap(({ id, input }) => Object.entries({ ...input.properties }).map(([name, field]) => ({ id, name, field })))
    .flatMap(({ id, name, field }) => (name === 'cursor' ? [] : textsIn({ ...field }, `${id}.${name}`)))
  const searching = (what?: string) => filters.flatMap(([path, text]) => (text['x-searches'] === what ? [path] : []))
  assert.deepEqual(searching(undefined), [])
  assert.deepEqual(searching('personal'), ['listPatients.searchTerm'])
})

test('a free text, a map, a list of anything and a copied patient are found wherever they are undecided', () => {
  const Copied = Nested({ id: Id, name: MaybeText, phone: Type.String() })
  const Anything = Type.Unsafe<unknown>({ type: 'object', additionalProperties: true })
  const schema = Nested({
    ...{ patientId: MaybeId, patient: Copied, others: Type.Array(Copied), note: Type.String(), map: Anything },
    ...{ anything: Type.Unknown(), either: Type.Union([Type.String(), Type.Number()]) },
    ...{ title: Note, room: ClinicText, answers: ofTier('record', Anything), whole: Personal(Copied) },
    ...{ mobile: PersonalPhone(Type.String()), preview: PersonalInParts('start', MaybeText), count: Type.Integer() },
  })
  assert.deepEqual(undecided({ ...schema }, ''), [
    ...['.patient.name', '.patient.phone', '.others[].name', '.others[].phone', '.note', '.map'],
    ...['.anything', '.either'],
  ])
})
