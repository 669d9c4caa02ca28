import assert from 'node:assert/strict'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { atEnd } from '../../test/support/at-end.ts'
import { ask } from '../../test/support/database/ask.ts'
import { testDatabase } from '../../test/support/database/database.ts'
import { MIGRATIONS } from './migrations.ts'
import { requireMigrated } from './require-migrated.ts'

const { ownerUrl, appUrl } = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'clinic-migrations-'))
atEnd(() => rm(folder, { recursive: true, force: true }))
await cp(MIGRATIONS, folder, { recursive: true })
const refusal = (message: RegExp) => ({ name: 'DatabaseRefusal', message })
const check = () => requireMigrated(appUrl, { folder })
const newer = (additive: boolean) =>
  ask(ownerUrl, `insert into schema_migration (name, sha256, additive) values ('9999_newer.sql', 'x', ${additive})`)

test('takes a database that is at the schema of the program, by a login of the application', () => check())

test('refuses one that lacks a migration, and names it', async () => {
  await writeFile(join(folder, '9001_first.sql'), 'select 1')
  await assert.rejects(
    check(),
    refusal(/^MIGRATE is off, and the database lacks 9001_first.sql: run npm run db:migrate/),
  )
  await writeFile(join(folder, '9002_second.sql'), 'select 1')
  await assert.rejects(check(), refusal(/lacks 9001_first.sql and 1 more, 9002_second.sql the last:/))
  await Promise.all(['9001_first.sql', '9002_second.sql'].map(name => rm(join(folder, name))))
  assert.deepEqual(await ask(ownerUrl, `select name from schema_migration where name > '9'`), [])
})

test('takes a newer one where all that is new is additive, and no other', async () => {
  await newer(true)
  const lines: string[] = []
  await requireMigrated(appUrl, { folder, log: line => lines.push(line) })
  assert.deepEqual(lines, ['the database is newer, and this program runs on it: 9999_newer.sql'])
  await ask(ownerUrl, `update schema_migration set additive = false where name = '9999_newer.sql'`)
  await assert.rejects(check(), refusal(/9999_newer.sql, which this program does not know: it is newer/))
  await ask(ownerUrl, `delete from schema_migration where name = '9999_newer.sql'`)
})

test('refuses one whose job queue is behind', async () => {
  await ask(ownerUrl, `comment on schema graphile_worker is 'graphile-worker 0.1.0'`)
  await assert.rejects(check(), refusal(/the database lacks graphile-worker \d/))
  await ask(ownerUrl, `comment on schema graphile_worker is 'graphile-worker 99.0.0'`)
  await check()
})

test('refuses one that was never brought so far that it could be asked, and one that does not know the login', async () => {
  await ask(ownerUrl, 'revoke select on schema_migration from clinic_app')
  await assert.rejects(check(), refusal(/^MIGRATE is off, and the database was not brought to this program's schema/))
  const stranger = Object.assign(new URL(appUrl), { password: 'other' })
  await assert.rejects(requireMigrated(stranger.href), refusal(/does not know the platform's login/))
})
