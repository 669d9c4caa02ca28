import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { pgTypes } from './types.ts'

let database: TestDatabase
let client: Client
before(async () => {
  database = await testDatabase()
  client = new Client({ connectionString: database.appUrl, types: pgTypes })
  await client.connect()
})
after(async () => {
  await client.end()
  await database.drop()
})

const value = async (expression: string): Promise<unknown> =>
  (await client.query<{ value: unknown }>(`select ${expression} as value`)).rows[0]?.value

test('shows a timestamp as ISO text with exactly three fraction digits', async () => {
  assert.equal(await value(`timestamptz(3) '2026-07-01 09:30:00+03'`), '2026-07-01T06:30:00.000Z')
  assert.equal(await value(`timestamptz(3) '2026-07-01 09:30:00.5+00'`), '2026-07-01T09:30:00.500Z')
})
