import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DateOnly, FreeMap, Id, Nullable, OneOf, Optional, PositiveMoney, Text, Timestamp } from './fields.ts'
import { Type } from './kernel.ts'
import { coerceQuery, validator } from './validate.ts'

const schema = Type.Object(
  {
    branchId: Id,
    status: Optional(OneOf(['OPEN', 'CONFIRMED', 'CANCELED'])),
    amount: Optional(PositiveMoney),
    score: Optional(Nullable(Type.Integer({ minimum: 0, maximum: 100 }))),
    start: Optional(Timestamp),
    birthDate: Optional(DateOnly),
    notes: Optional(Nullable(Text(2, 10))),
    code: Optional(Type.String({ pattern: '^[a-z]{3}$' })),
    version: Optional(Type.Literal(1)),
    urgent: Optional(Type.Boolean()),
    events: Optional(Type.Array(Text(1, 10), { minItems: 1, maxItems: 3, uniqueItems: true })),
    either: Optional(Type.Union([Type.Boolean(), Type.Integer()])),
    items: Optional(Type.Array(Type.Object({ price: Type.Number() }, { additionalProperties: false }))),
    answers: Optional(FreeMap),
  },
  { additionalProperties: false },
)
const { check, issues } = validator(schema)
const only = (value: Record<string, unknown>) => {
  const found = issues({ branchId: 'bra_1', ...value })
  assert.equal(found.length, 1, JSON.stringify(found))
  return found[0] ?? assert.fail()
}

test('says nothing about a valid value', () => {
  const value = {
    branchId: 'bra_1',
    status: 'OPEN',
    score: null,
    start: '2026-11-20T09:30:00+03:00',
    notes: '👩🏽‍⚕️',
    events: ['a', 'b'],
    either: 3,
    items: [{ price: 1.5 }],
    answers: { q1: [1, { deep: 'نعم' }] },
  }
  assert.deepEqual(issues(value), [])
  assert.equal(check(value), true)
})

test('names place, code and expectation of every kind of problem', () => {
  const cases: [Record<string, unknown>, string, string, string][] = [
    [{ status: 5 }, '/status', 'type', 'must be a string'],
    [{ status: 'OPENED' }, '/status', 'enum', 'must be one of OPEN, CONFIRMED, CANCELED; did you mean OPEN?'],
    [{ amount: 0 }, '/amount', 'too_small', 'must be more than 0'],
    [{ score: -1 }, '/score', 'too_small', 'must be at least 0'],
    [{ score: 101 }, '/score', 'too_large', 'must be at most 100'],
    [{ score: 1.5 }, '/score', 'type', 'must be an integer or null'],
    [{ start: '2026-02-30T00:00:00Z' }, '/start', 'format', 'must be a date-time such as 2026-11-20T09:30:00Z'],
    [{ birthDate: 'yesterday' }, '/birthDate', 'format', 'must be a date such as 2026-11-20'],
    [{ birthDate: 7 }, '/birthDate', 'type', 'must be a date such as 2026-11-20'],
    [{ notes: 'x' }, '/notes', 'too_short', 'must have at least 2 characters'],
    [{ notes: 'x'.repeat(11) }, '/notes', 'too_long', 'must have at most 10 characters'],
    [{ branchId: '' }, '/branchId', 'too_short', 'must not be empty'],
    [{ code: 'ABC' }, '/code', 'pattern', 'must match ^[a-z]{3}$'],
    [{ version: 2 }, '/version', 'const', 'must be 1'],
    [{ urgent: 'yes' }, '/urgent', 'type', 'must be true or false'],
    [{ events: [] }, '/events', 'too_few', 'must have at least 1 item'],
    [{ events: ['a', 'b', 'c', 'd'] }, '/events', 'too_many', 'must have at most 3 items'],
    [{ events: ['a', 'b', 'a'] }, '/events/2', 'not_unique', 'repeats an earlier item'],
    [{ either: 'x' }, '/either', 'type', 'must be true or false or an integer'],
    [{ items: [{ price: '1' }] }, '/items/0/price', 'type', 'must be a number'],
    [{ items: [{}] }, '/items/0/price', 'required', 'is required'],
    [{ branch_Id: 'x' }, '/branch_Id', 'unknown_key', 'is not a known field; did you mean branchId?'],
    [{ answers: [] }, '/answers', 'type', 'must be an object'],
  ]
  for (const [value, path, code, message] of cases) assert.deepEqual(only(value), { path, code, message })
})

test('reports all problems at once', () => {
  const found = issues({ status: 'X', score: 'y', items: [{ price: 1 }, { cost: 2 }] })
  const places = found.map(({ path, code }) => `${path} ${code}`)
  assert.deepEqual(places, [
    '/branchId required',
    '/status enum',
    '/score type',
    '/items/1/price required',
    '/items/1/cost unknown_key',
  ])
})

test('refuses what PostgreSQL cannot store, in strings and in keys, at any depth', () => {
  const half = '\ud83d'
  for (const answers of [{ a: '\0' }, { a: [{ b: half }] }, { 'a\0': 1 }, { [half]: 1 }]) {
    const { code, message } = only({ answers })
    assert.equal(code, 'format')
    assert.equal(message, 'must not contain the character U+0000 or half of a surrogate pair')
    assert.equal(check({ branchId: 'bra_1', answers }), false)
  }
})

test('refuses numbers that would be written back as null, at any depth', () => {
  for (const text of ['{"a": 1e400}', '{"a": [{"b": -1e999}]}']) {
    const answers = JSON.parse(text)
    assert.equal(only({ answers }).code, 'too_large')
    assert.equal(check({ branchId: 'bra_1', answers }), false)
  }
})

test('refuses nesting that later recursion could not follow', () => {
  let deep: unknown = 1
  for (let level = 0; level < 50_000; level += 1) deep = [deep]
  assert.equal(only({ answers: { deep } }).code, 'too_deep')
  assert.equal(check({ branchId: 'bra_1', answers: { deep } }), false)
})

test('never repeats what was submitted, and escapes hostile keys', () => {
  const secret = 'hunter2secret'
  const text = JSON.stringify(
    issues({ branchId: [secret], status: secret, start: secret, code: secret, notes: secret.repeat(9), items: secret }),
  )
  assert.doesNotMatch(text, /hunter2/)
  const hostile = issues({ branchId: 'bra_1', [`\u202e/~\0\n${'x'.repeat(9000)}`]: 1 })[0]?.path ?? ''
  assert.match(hostile, /^\/\\u\{202e\}~1~0\\u\{0\}\\u\{a\}x+…$/)
  assert.ok(hostile.length < 100)
})

test('treats keys of Object.prototype as any other unknown key', () => {
  for (const key of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    const value: unknown = JSON.parse(`{"branchId":"b","${key}":{"x":1}}`)
    assert.deepEqual(
      issues(value).map(({ path, code }) => [path, code]),
      [[`/${key}`, 'unknown_key']],
    )
    assert.equal(check(value), false)
  }
})

test('stops at a hundred problems', () => {
  const flood = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`branchId${index}`, index]))
  assert.equal(issues(flood).length, 100)
  assert.equal(issues({ branchId: 'bra_1', items: Array.from({ length: 100_000 }, () => ({})) }).length, 100)
})

test('finds an issue exactly when the check fails', () => {
  const scalar = fc.oneof(
    fc.constantFrom<unknown>(
      'OPEN',
      '2026-11-20T09:30:00Z',
      '2026-11-20',
      'abc',
      'ab',
      '',
      'a',
      1,
      0,
      1.5,
      -1,
      101,
      null,
    ),
    fc.constantFrom<unknown>(
      true,
      1e300,
      Infinity,
      NaN,
      '\0',
      '\ud800',
      '👩🏽‍⚕️',
      'x'.repeat(11),
      '😀'.repeat(10),
      {},
      [],
    ),
    fc.string({ unit: 'binary' }),
    fc.array(fc.constantFrom<unknown>('a', 'b', 'a'.repeat(11), '', 7, { price: 1 }, { price: '1' }, { prise: 1 })),
    fc.jsonValue(),
  )
  const keys = [...Object.keys(schema.properties), 'branch', 'constructor']
  const value = fc.dictionary(fc.constantFrom(...keys), scalar).map(given => ({ branchId: 'bra_1', ...given }))
  fc.assert(
    fc.property(fc.oneof(value, scalar), given => {
      assert.equal(check(given), issues(given).length === 0)
    }),
    { numRuns: 3000 },
  )
})

const query = Type.Object(
  {
    limit: Optional(Type.Integer()),
    price: Optional(Type.Number()),
    signed: Optional(Type.Boolean()),
    status: Optional(Type.Array(OneOf(['A', 'B']))),
    searchTerm: Optional(Text(2, 100)),
  },
  { additionalProperties: false },
)
const parameters = validator(query, 'parameter')

test('reads plain decimals, true and false, and leaves everything else to the validator', () => {
  assert.deepEqual(coerceQuery(query, { limit: '25', price: '-1.50', signed: 'true', searchTerm: '25' }).value, {
    limit: 25,
    price: -1.5,
    signed: true,
    searchTerm: '25',
  })
  for (const text of ['1e3', ' 1', '1 ', '0x1', '01', '+1', '', '1.0', '٣', 'NaN', '9007199254740993']) {
    const { value } = coerceQuery(query, { limit: text })
    assert.deepEqual(parameters.issues(value), [{ path: '/limit', code: 'type', message: 'must be an integer' }], text)
  }
  for (const text of ['1', 'TRUE', 'yes', '']) {
    assert.equal(parameters.issues(coerceQuery(query, { signed: text }).value).length, 1, text)
  }
})

test('takes arrays by comma and by repetition, and a scalar once', () => {
  assert.deepEqual(coerceQuery(query, { status: 'A,B' }).value, { status: ['A', 'B'] })
  assert.deepEqual(coerceQuery(query, { status: ['A', 'B'] }).value, { status: ['A', 'B'] })
  assert.deepEqual(coerceQuery(query, { limit: ['1', '2'] }), {
    value: { limit: 1 },
    issues: [{ path: 'limit', code: 'duplicate', message: 'must be given once' }],
  })
})

test('names the nearest known parameter for an unknown one', () => {
  const { value } = coerceQuery(query, { serchTerm: 'x' })
  const [found] = parameters.issues(value)
  assert.equal(found?.message, 'is not a known parameter; did you mean searchTerm?')
  assert.equal(parameters.issues(coerceQuery(query, JSON.parse('{"__proto__":"y"}')).value).length, 1)
})

test('tells about an unencoded plus sign in a date-time', () => {
  const [found] = issues({ branchId: 'b', start: '2026-11-20T09:30:00 03:00' })
  assert.match(found?.message ?? '', /in a URL, write \+ as %2B$/)
})
