import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type as TypeBox } from 'typebox'
import { Type } from './schema-builders.ts'

const MADE = {
  text: (type: typeof Type) => type.String({ minLength: 1, maxLength: 64 }),
  number: (type: typeof Type) => type.Number({ exclusiveMinimum: 0 }),
  list: (type: typeof Type) => type.Array(type.Integer({ minimum: 1 }), { maxItems: 3, uniqueItems: true }),
  word: (type: typeof Type) => type.Literal('page'),
  figure: (type: typeof Type) => type.Literal(7),
  choice: (type: typeof Type) => type.Union([type.Boolean(), type.Unknown()], { description: 'Either.' }),
  own: (type: typeof Type) => type.Unsafe<string>({ type: ['string', 'null'], 'x-own': true }),
  record: (type: typeof Type) =>
    type.Object({ id: type.String(), note: type.Optional(type.String()) }, { additionalProperties: false }),
  empty: (type: typeof Type) => type.Object({ note: type.Optional(type.Boolean()) }),
  nested: (type: typeof Type) => type.Object({ inner: type.Object({ at: type.String({ format: 'date-time' }) }) }),
}

for (const [name, make] of Object.entries(MADE))
  test(`makes the schema that TypeBox makes: ${name}`, () => {
    assert.equal(JSON.stringify(make(Type)), JSON.stringify(make(TypeBox)))
  })

test('what is made optional in one place is still required in another', () => {
  const Shared = Type.String()
  Type.Object({ shared: Type.Optional(Shared) })
  assert.deepEqual(Object.keys(Shared), ['type'])
  assert.deepEqual(JSON.parse(JSON.stringify(Type.Object({ shared: Shared }))).required, ['shared'])
})
