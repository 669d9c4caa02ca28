import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { ask } from '../../test/support/database/ask.ts'
import { testDatabase } from '../../test/support/database/database.ts'
import { finishMigrations } from '../process/finish-migrations.ts'
import { describeSchema } from './describe-schema.ts'
import { migrate } from './migrate.ts'
import { markOf } from './migration-marks.ts'
import { MIGRATIONS } from './migrations.ts'
import { requireMigrated } from './require-migrated.ts'

const PROGRAM = join(import.meta.dirname, '../../test/support/database/migrate-once.ts')
const BACKFILLS = await readFile(join(MIGRATIONS, '0470_backfills.sql'), 'utf8')
/** More than a start mends by itself. */
const MANY = 3_000

const database = await testDatabase()
let folder: string
let lines: string[]
beforeEach(async () => {
  await owner('drop schema public cascade; create schema public')
  folder = await mkdtemp(join(tmpdir(), 'clinic-upgrade-'))
  lines = []
  await put(
    '0001_note.sql',
    '-- expand\ncreate table note (n int primary key, old text); grant usage on schema public to public',
  )
  await put('0002_backfills.sql', BACKFILLS)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const put = (name: string, sql: string): Promise<void> => writeFile(join(folder, name), sql)
const take = (name: string): Promise<void> => rm(join(folder, name))
const log = (line: string): number => lines.push(line)
const bring = () => migrate(database.ownerUrl, { folder, log })
const owner = (text: string) => ask(database.ownerUrl, text)
const refusal = (message: RegExp): object => ({ name: 'DatabaseRefusal', message })

/** A release that widens, mends and narrows, with something on top that programs of it need. */
async function putRelease(): Promise<void> {
  await put('0003_doubled.sql', '-- expand\nalter table note add doubled int')
  await put(
    '0004_mend.sql',
    `-- backfill
create function backfill_doubled(after text[], max_rows int, out reached text[], out looked int, out mended int)
language sql set search_path = public as $$
  with batch as materialized (
    select n from note where n > coalesce(after[1]::int, 0) order by n limit max_rows
  ), done as (
    update note set doubled = 2 * note.n from batch where note.n = batch.n and doubled is null returning 1
  )
  select (select array[max(n)::text] from batch having max(n) is not null),
    (select count(*)::int from batch), (select count(*)::int from done)
$$;
select declare_backfill('doubled', 'note')`,
  )
  await put(
    '0005_drop.sql',
    '-- contract since 0003 after doubled: its text is read by nothing\nalter table note drop old',
  )
  await put('0006_more.sql', '-- expand\ncreate table more (n int)')
}

/** As a worker does, to the end. */
async function mend(): Promise<void> {
  while ((await owner('select backfill_step(1000) as state'))[0]?.state === 'MORE');
}

test('on a new or a small database a release is applied in one start', async () => {
  await putRelease()
  assert.deepEqual(await bring(), [])
  assert.deepEqual(
    lines,
    ['0001_note', '0002_backfills', '0003_doubled', '0004_mend', '0005_drop', '0006_more'].map(n => `applied ${n}.sql`),
  )
})

test('a contract waits for its backfill, holds up nothing that programs need, and comes by itself after it', async () => {
  await bring()
  await owner(`insert into note select n, 'x' from generate_series(1, ${MANY}) as n`)
  await putRelease()
  assert.deepEqual(await bring(), [{ name: '0005_drop.sql', backfills: ['doubled'] }])
  assert.equal(lines.at(-1), 'applied 0006_more.sql')
  await mend()
  assert.deepEqual(await bring(), [])
  assert.equal(lines.at(-1), 'applied 0005_drop.sql')
  assert.deepEqual(await owner('select count(*)::int as wrong from note where doubled is distinct from 2 * n'), [
    { wrong: 0 },
  ])
})

test('a process that goes on applies a contract as soon as its backfill is done, whatever fails meanwhile', async () => {
  await bring()
  await owner(`insert into note select n from generate_series(1, ${2 * MANY}) as n`)
  await putRelease()
  const waiting = await bring()
  const said: string[] = []
  const steps = [() => Promise.reject(new Error('the database restarts')), bring, () => mend().then(bring)]
  const again = () => (steps.shift() ?? assert.fail)()
  await finishMigrations({
    waiting,
    again,
    say: line => said.push(line),
    signal: new AbortController().signal,
    everyMs: 1,
  })
  assert.deepEqual([said, steps.length, lines.at(-1)], [['the database restarts'], 0, 'applied 0005_drop.sql'])
  await assert.rejects(finishMigrations({ waiting, again, say: () => undefined, signal: AbortSignal.abort() }))
})

test('what waits for the same backfill is applied in its order, however little is left of that', async () => {
  await bring()
  await owner(`insert into note select n from generate_series(1, ${MANY}) as n`)
  await putRelease()
  await put(
    '0007_prove.sql',
    '-- contract since 0003 after doubled: every note has it\nalter table note alter doubled set not null',
  )
  const both = ['0005_drop.sql', '0007_prove.sql'].map(name => ({ name, backfills: ['doubled'] }))
  assert.deepEqual(await bring(), both)
  assert.deepEqual(await bring(), [])
  assert.deepEqual(lines.slice(-2), ['applied 0005_drop.sql', 'applied 0007_prove.sql'])
})

test('the schema is the same whether a contract came in its turn or last', async () => {
  await putRelease()
  await bring()
  const inTurn = await describeSchema(database.ownerUrl)
  await owner('drop schema public cascade; create schema public')
  await Promise.all(['0003_doubled', '0004_mend', '0005_drop', '0006_more'].map(name => take(`${name}.sql`)))
  await bring()
  await owner(`insert into note select n from generate_series(1, ${MANY}) as n`)
  await putRelease()
  await bring()
  assert.notEqual(await describeSchema(database.ownerUrl), inTurn)
  await mend()
  await bring()
  assert.equal(await describeSchema(database.ownerUrl), inTurn)
})

test('a process is started on a database whose contract still waits', async () => {
  await bring()
  await owner(`insert into note select n from generate_series(1, ${MANY}) as n`)
  await putRelease()
  await bring()
  await owner('grant usage on schema graphile_worker to clinic_app; grant select on schema_migration to clinic_app')
  await requireMigrated(database.appUrl, { folder, log })
  await put('0007_needed.sql', '-- expand\ncreate table needed (n int)')
  await assert.rejects(
    requireMigrated(database.appUrl, { folder }),
    refusal(/^MIGRATE is off, and the database lacks 0007_needed.sql: /),
  )
})

test('a program from before a contract runs on it where it reads nothing more of that, and no older one does', async () => {
  await putRelease()
  await bring()
  const applied = await owner('select name, additive, since from schema_migration order by name')
  assert.deepEqual(applied[4], { name: '0005_drop.sql', additive: false, since: '0003' })
  await Promise.all(['0005_drop.sql', '0006_more.sql'].map(take))
  await bring()
  assert.equal(lines.at(-1), 'the database is newer, and this program runs on it: 0005_drop.sql, 0006_more.sql')
  await Promise.all(['0003_doubled.sql', '0004_mend.sql'].map(take))
  await assert.rejects(bring(), refusal(/has migration 0005_drop.sql, which this program does not know/))
})

test('a program from before leaves a contract that waits to the newer one', async () => {
  await bring()
  await owner(`insert into note select n from generate_series(1, ${MANY}) as n`)
  await putRelease()
  await bring()
  await mend()
  await take('0006_more.sql')
  assert.deepEqual(await bring(), [])
  assert.equal(lines.at(-1), 'the database is newer, and this program runs on it: 0006_more.sql')
  assert.deepEqual(await owner(`select from schema_migration where name = '0005_drop.sql'`), [])
})

const INDEX =
  '-- expand concurrently\n-- Notes by their text; and once.\ncreate unique index concurrently note_old on note (old);\n'

test('an index is built beside those who write, by one of several processes that start at the same time', async () => {
  await bring()
  await put('0003_index.sql', INDEX)
  const children = Array.from({ length: 3 }, () => fork(PROGRAM, [database.ownerUrl, folder]))
  assert.deepEqual(await Promise.all(children.map(async child => (await once(child, 'exit'))[0])), [0, 0, 0])
  assert.deepEqual(await owner(`select indisvalid from pg_index where indexrelid = 'note_old'::regclass`), [
    { indisvalid: true },
  ])
})

test('an index that was left half built is built anew, and one that was finished is not', async () => {
  await bring()
  await owner(`insert into note values (1, 'same'), (2, 'same')`)
  await put('0003_index.sql', INDEX)
  await assert.rejects(bring(), refusal(/0003_index.sql failed.*could not create unique index/))
  await owner('delete from note where n = 2')
  await bring()
  const indexes = () =>
    owner(`select indexrelid::int as oid, indisvalid as whole from pg_index where indexrelid = 'note_old'::regclass`)
  const built = await indexes()
  assert.deepEqual(
    built.map(({ whole }) => whole),
    [true],
  )
  await owner(`delete from schema_migration where name = '0003_index.sql'`)
  await bring()
  assert.deepEqual(await indexes(), built)
})

test('what builds indexes does nothing else', async () => {
  await put('0003_index.sql', `${INDEX}alter table note add more int;`)
  await assert.rejects(bring(), refusal(/0003_index.sql.*may do nothing but CREATE INDEX CONCURRENTLY: it has alter/))
  assert.deepEqual(await owner(`select to_regclass('note_old') as index`), [{ index: null }])
})

test('marks are read from the first line, and what is no mark is none', () => {
  const contract = { additive: false, since: '0471', after: ['a', 'b'], concurrently: false }
  assert.deepEqual(markOf('-- contract since 0471 after a, b: nothing reads it\n'), contract)
  assert.deepEqual(markOf('-- contract since 0471: nothing reads it'), { ...contract, after: [] })
  for (const old of ['-- expand\n', '-- backfill\nselect 1', '-- additive', '-- additive\n'])
    assert.deepEqual(markOf(old), { additive: true, since: null, after: [], concurrently: false })
  assert.deepEqual(markOf('-- breaking: why'), { ...contract, since: null, after: [] })
  for (const none of ['', 'select 1', '-- expands', '-- contract: nothing', '-- contract since 0471:', ' -- expand'])
    assert.equal(markOf(none), undefined, none)
})
