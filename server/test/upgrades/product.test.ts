import assert from 'node:assert/strict'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { buildIndexes } from '../../src/db/build-indexes.ts'
import { migrate } from '../../src/db/migrate.ts'
import { MIGRATIONS, readMigrations } from '../../src/db/migrations.ts'
import { atEnd } from '../support/at-end.ts'
import { ask } from '../support/database/ask.ts'
import { testDatabase } from '../support/database/database.ts'
import { lint } from './lint.ts'

/** Those from before are as they are; this and every later one is looked at that has a mark of today. */
const FIRST = '0470'
const OLD_MARK = /^-- (additive|breaking)/

const all = await readMigrations()
const looked = all.filter(({ name, sql }) => name.slice(0, 4) >= FIRST && !OLD_MARK.test(sql))
const { ownerUrl } = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'clinic-lint-'))
atEnd(() => rm(folder, { recursive: true, force: true }))
const before = looked[0]?.name ?? ''
await cp(MIGRATIONS, folder, { recursive: true })
for (const { name } of all.filter(({ name: one }) => one >= before)) await rm(join(folder, name))
await ask(ownerUrl, 'drop schema public, graphile_worker cascade; create schema public')
await migrate(ownerUrl, { folder })
const owner = new pg.Client(ownerUrl)
await owner.connect()
atEnd(() => owner.end())
const declared = async () =>
  (await owner.query<{ name: string }>('select name from backfill')).rows.map(({ name }) => name)

test('no migration holds up or breaks those who work meanwhile, and each is what its mark says', async () => {
  for (const migration of all.filter(({ name }) => name >= before)) {
    const { name, sql, since, after, concurrently } = migration
    if (concurrently) {
      await buildIndexes(owner, migration)
      continue
    }
    const known = name === before ? [] : await declared()
    await owner.query('begin')
    if (looked.includes(migration)) assert.deepEqual(await lint(owner, sql, migration), [], name)
    else await owner.query(sql)
    await owner.query('commit')
    const more = (await declared()).filter(one => !known.includes(one))
    assert.equal(
      more.length > 0,
      sql.startsWith('-- backfill\n'),
      `${name} declares ${more.join(', ') || 'no backfill'}`,
    )
    assert.deepEqual(
      after.filter(one => !known.includes(one)),
      [],
      `${name} waits for what is declared before it`,
    )
    assert.ok(
      since === null || all.some(one => one.name.startsWith(since) && one.name < name),
      `${name} since ${since}`,
    )
  }
})
