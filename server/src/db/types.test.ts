import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { Client } from 'pg'
import { atEnd } from '../../test/support/at-end.ts'
import { type TestDatabase, testDatabase } from '../../test/support/database/database.ts'
import { isoTimestamp, pgTypes } from './types.ts'

let database: TestDatabase
let client: Client
before(async () => {
  database = await testDatabase()
  client = new Client({ connectionString: database.appUrl, types: pgTypes })
  atEnd(() => client.end())
  await client.connect()
})

const value = async (expression: string): Promise<unknown> =>
  (await client.query<{ value: unknown }>(`select ${expression} as value`)).rows[0]?.value

test('shows every moment as ISO text with exactly three fraction digits, as Date does', async () => {
  const moments = fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  })
  await fc.assert(
    fc.asyncProperty(fc.array(moments, { minLength: 1, maxLength: 50 }), async dates => {
      const texts = dates.map(date => date.toISOString())
      const { rows } = await client.query<{ at: string }>(
        'select t::timestamptz(3) as at from unnest($1::text[]) with ordinality as each (t, n) order by n',
        [texts],
      )
      assert.deepEqual(
        rows.map(row => row.at),
        texts,
      )
    }),
    { numRuns: 20 },
  )
})

test('cuts digits beyond milliseconds off and leaves alone what it cannot read', async () => {
  assert.equal(await value(`timestamptz '2026-07-01 09:30:00.123999+00'`), '2026-07-01T09:30:00.123Z')
  for (const text of ['infinity', '0044-03-15 12:00:00+00 BC', '2026-07-01 09:30:00+03'])
    assert.equal(isoTimestamp(text), text)
})

test('dates and intervals stay text, numbers become numbers, everything else is what pg makes of it', async () => {
  assert.equal(await value(`date '2026-02-28'`), '2026-02-28')
  assert.equal(await value(`interval '90 minutes'`), '01:30:00')
  assert.equal(await value(`int8 '9007199254740991'`), 9007199254740991)
  assert.equal(await value(`numeric '12.50'`), 12.5)
  assert.equal(await value('null::numeric'), null)
  assert.deepEqual(await value(`jsonb '{"a": [1, null]}'`), { a: [1, null] })
  assert.deepEqual(await value(`'{a,"b c",null}'::text[]`), ['a', 'b c', null])
})

test('the elements of arrays are read like single values', async () => {
  assert.deepEqual(await value(`array[timestamptz '2026-07-01 09:30+00', null]`), ['2026-07-01T09:30:00.000Z', null])
  assert.deepEqual(await value(`array[date '2026-07-01']`), ['2026-07-01'])
  assert.deepEqual(await value('array[1::int8, 2]'), [1, 2])
})
