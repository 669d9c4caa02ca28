import assert from 'node:assert/strict'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { migrate } from '../src/db/migrate.ts'
import { MIGRATIONS, readMigrations } from '../src/db/migrations.ts'
import { atEnd } from './support/at-end.ts'
import { ask } from './support/database/ask.ts'
import { testDatabase } from './support/database/database.ts'

/** The last migration before records lie by when they were taken in. */
const BEFORE = '0036'

test('records from before the audit was guarded are all there, as of when they happened, and guarded from then on', async () => {
  const { ownerUrl } = await testDatabase()
  const url = new URL(ownerUrl)
  const name = `${url.pathname.slice(1)}_old`
  await ask(ownerUrl, `create database ${name} template template0`)
  atEnd(() => ask(ownerUrl, `drop database ${name} with (force)`))
  url.pathname = `/${name}`
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  atEnd(() => rm(folder, { recursive: true }))
  for (const { name: file } of await readMigrations())
    if (file.slice(0, 4) <= BEFORE) await copyFile(join(MIGRATIONS, file), join(folder, file))
  await migrate(url.href, { folder })
  const old = (columns: string, from: string) =>
    ask<{ at: string; id: number }>(url.href, `select ${columns} as at, id from ${from} order by id`)
  const add = `insert into audit_record (company_id, at, request_id, caller, operation, resource_ids, patient_ids, field_scopes)
    select 'cli_1', now() - n * interval '20 days', 'req_' || n, 'staff usr_1', 'getPatient', '{}', '{}', '{}'
    from generate_series(0, 20) as n`
  await ask(url.href, add)
  await ask(url.href, 'select keep_all_partitions()')
  await ask(url.href, add)
  const before = await old('at', 'audit_record')
  await migrate(url.href)
  assert.equal(before.length, 42)
  assert.deepEqual(await old('at', 'audit_record'), before)
  assert.deepEqual(await old('recorded_at', 'audit_record'), before)
  assert.deepEqual(await ask(url.href, 'select from audit_record_default'), [])
  for (const attempt of ['delete from audit_record', "update audit_record set caller = 'x'", 'truncate audit_record'])
    await assert.rejects(ask(url.href, attempt), /are never changed/, attempt)
})
