import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import pg from 'pg'
import { atEnd } from '../../test/support/at-end.ts'
import { ask } from '../../test/support/database/ask.ts'
import { type TestDatabase, testDatabase } from '../../test/support/database/database.ts'
import { describeSchema } from './describe-schema.ts'
import { migrate, unfitness } from './migrate.ts'

const PROGRAM = join(import.meta.dirname, '../../test/support/database/migrate-once.ts')

let database: TestDatabase
let folder: string
beforeEach(async () => {
  database = await testDatabase()
  await ask(database.ownerUrl, 'drop schema public cascade; create schema public')
  folder = await mkdtemp(join(tmpdir(), 'clinic-migrations-'))
  await put('0001_note.sql', 'create table note (n int)')
  await put('0002_first.sql', 'insert into note values (1)')
})
afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const put = (name: string, sql: string): Promise<void> => writeFile(join(folder, name), sql)
const refusal = (message: RegExp): object => ({ name: 'DatabaseRefusal', message })
const notes = (): Promise<unknown[]> => ask(database.ownerUrl, 'select n from note order by n')

test('applies what is missing, in order, and nothing twice', async () => {
  const lines: string[] = []
  const log = (line: string): number => lines.push(line)
  await migrate(database.ownerUrl, { folder, log })
  await put('0003_second.sql', 'insert into note values (2)')
  await migrate(database.ownerUrl, { folder, log })
  await migrate(database.ownerUrl, { folder, log })
  assert.deepEqual(lines, ['applied 0001_note.sql', 'applied 0002_first.sql', 'applied 0003_second.sql'])
  assert.deepEqual(await notes(), [{ n: 1 }, { n: 2 }])
})

test('of processes that start at the same time each migration is applied by one', async () => {
  const children = Array.from({ length: 4 }, () => fork(PROGRAM, [database.ownerUrl, folder]))
  const lines: unknown[] = []
  for (const child of children) child.on('message', line => lines.push(line))
  const codes = await Promise.all(children.map(async child => (await once(child, 'exit'))[0]))
  assert.deepEqual(codes, [0, 0, 0, 0])
  assert.deepEqual(lines.toSorted(), ['applied 0001_note.sql', 'applied 0002_first.sql'])
  assert.deepEqual(await notes(), [{ n: 1 }])
})

test('a migration that fails leaves nothing behind and keeps those before it', async () => {
  await put('0003_broken.sql', 'insert into note values (2); select 1 / 0')
  await assert.rejects(migrate(database.ownerUrl, { folder }), refusal(/0003_broken.sql failed.*division by zero/))
  assert.deepEqual(await notes(), [{ n: 1 }])
  await put('0003_broken.sql', 'insert into note values (3)')
  await migrate(database.ownerUrl, { folder })
  assert.deepEqual(await notes(), [{ n: 1 }, { n: 3 }])
})

test('refuses a migration that has changed since it was applied', async () => {
  await migrate(database.ownerUrl, { folder })
  await put('0002_first.sql', 'insert into note values (5)')
  await put('0003_second.sql', 'insert into note values (2)')
  await assert.rejects(migrate(database.ownerUrl, { folder }), refusal(/0002_first.sql has changed/))
  assert.deepEqual(await notes(), [{ n: 1 }])
})

test('takes a migration whose line ends a checkout has changed for the same', async () => {
  await put('0003_lines.sql', 'insert into note\nvalues (2)')
  await migrate(database.ownerUrl, { folder })
  await put('0003_lines.sql', 'insert into note\r\nvalues (2)')
  await migrate(database.ownerUrl, { folder })
  assert.deepEqual(await notes(), [{ n: 1 }, { n: 2 }])
})

test('refuses the database of a newer program', async () => {
  await migrate(database.ownerUrl, { folder })
  await rm(join(folder, '0002_first.sql'))
  await assert.rejects(
    migrate(database.ownerUrl, { folder }),
    refusal(/0002_first.sql, which this program does not know/),
  )
})

test('runs on the database of a newer program where all that is new is additive, and it lacks nothing', async () => {
  const lines: string[] = []
  const again = () => migrate(database.ownerUrl, { folder, log: line => lines.push(line) })
  await put('0003_more.sql', '-- additive\nalter table note add more int')
  await again()
  await rm(join(folder, '0003_more.sql'))
  await again()
  assert.equal(lines.at(-1), 'the database is newer, and this program runs on it: 0003_more.sql')
  await put('0004_own.sql', 'insert into note values (4)')
  await assert.rejects(again(), refusal(/0003_more.sql, which this program does not know/))
  assert.deepEqual(await notes(), [{ n: 1 }])
})

test('a database from before migrations said what they are takes them on', async () => {
  await migrate(database.ownerUrl, { folder })
  await ask(database.ownerUrl, 'alter table schema_migration drop column additive')
  await put('0003_more.sql', '-- additive\nalter table note add more int')
  await migrate(database.ownerUrl, { folder })
  assert.deepEqual(await ask(database.ownerUrl, 'select name from schema_migration where additive'), [
    { name: '0003_more.sql' },
  ])
})

const QUICK = { lockMs: 100, tries: 4, pauseMs: 50 }

/** A transaction that has read the table, as a long report would. */
async function reading(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.ownerUrl })
  atEnd(() => client.end().catch(() => undefined))
  await client.connect()
  await client.query('begin')
  await client.query('select from note')
  return client
}

test('a migration behind a long transaction holds up nothing else for long, and is applied when that ends', async () => {
  await migrate(database.ownerUrl, { folder })
  const long = await reading()
  await put('0003_more.sql', 'alter table note add more int')
  const lines: string[] = []
  const waited = Promise.withResolvers<void>()
  const log = (line: string) => {
    lines.push(line)
    waited.resolve()
  }
  const migrated = migrate(database.ownerUrl, { folder, log, patience: { ...QUICK, tries: 1_000 } })
  await waited.promise
  // What comes while it waits for its lock stands behind it, and gets in between two tries.
  assert.deepEqual(await notes(), [{ n: 1 }])
  assert.equal(lines[0], '0003_more.sql waits for what others have locked; it tries again in 0.05 s')
  await long.query('commit')
  await migrated
  assert.equal(lines.at(-1), 'applied 0003_more.sql')
  await long.end()
})

test('a migration that never gets its lock is given up, and says what to do', async () => {
  await migrate(database.ownerUrl, { folder })
  const long = await reading()
  await put('0003_more.sql', 'insert into note values (3); alter table note add more int')
  await assert.rejects(
    migrate(database.ownerUrl, { folder, patience: QUICK }),
    refusal(/^Migration 0003_more.sql was given up and left nothing behind, .*: end transactions that last/),
  )
  await long.query('commit')
  assert.deepEqual(await notes(), [{ n: 1 }])
  await long.end()
})

test('says of a database from before the first release what to do, and leaves it as it is', async () => {
  await put('0001_roles.sql', 'create table note (n int)')
  await rm(join(folder, '0001_note.sql'))
  await migrate(database.ownerUrl, { folder })
  const applied = () => ask(database.ownerUrl, 'select name, sha256, applied_at from schema_migration order by name')
  const before = [await describeSchema(database.ownerUrl), await applied(), await notes()]
  await assert.rejects(
    migrate(database.ownerUrl),
    refusal(/^This database was made before the first release [^.]*start with an empty database \([^.]*\)\.$/),
  )
  assert.deepEqual([await describeSchema(database.ownerUrl), await applied(), await notes()], before)
})

test('refuses a server that is too old and a database that cannot hold every name', () => {
  assert.equal(unfitness({ major: 15, encoding: 'UTF8' }), undefined)
  assert.equal(unfitness({ major: 14, encoding: 'UTF8' }), 'PostgreSQL 14 is too old: this program needs 15 or newer.')
  assert.match(unfitness({ major: 18, encoding: 'LATIN1' }) ?? '', /needs UTF8/)
})

test('refuses two migrations with one number', async () => {
  await put('0002_other.sql', 'select 1')
  await assert.rejects(migrate(database.ownerUrl, { folder }), refusal(/0002_other.sql is not named NNNN_name.sql/))
  assert.deepEqual(await ask(database.ownerUrl, `select to_regclass('note') as note`), [{ note: null }])
})
