import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { testDatabase } from '../../test/support/database/database.ts'
import { dumpsOf } from './dump.ts'

test('the checked-in schema and table types are what the migrations come to (else: npm run db:dump)', async () => {
  const database = await testDatabase()
  for (const { path, text } of await dumpsOf(database.ownerUrl))
    assert.equal(await readFile(join(import.meta.dirname, '../..', path), 'utf8'), text, `server/${path}`)
})
