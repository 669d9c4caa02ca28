import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { beforeEach, test } from 'node:test'
import fc from 'fast-check'
import pg from 'pg'
import { startApp } from '../../test/support/app/harness.ts'
import { runJobs } from '../../test/support/app/jobs.ts'
import { atEnd } from '../../test/support/at-end.ts'
import { endProcess } from '../../test/support/child-process.ts'
import { driver } from '../../test/support/database/driver.ts'
import { eventually } from '../../test/support/eventually.ts'
import { openTransactions } from '../kernel/open-transactions.ts'
import { secretBox } from '../kernel/values/secret-box.ts'
import { backfill, mendRows } from './backfill.ts'
import { backfillProgress, progressLine } from './backfill-progress.ts'

const PROGRAM = join(import.meta.dirname, '../../test/support/app/backfill-process.ts')
const app = await startApp()
const { sql } = app
const { platform, close } = openTransactions(
  driver,
  app.database.dispatcherUrl,
  'clinic platform job',
  secretBox([Buffer.alloc(32)]),
)
atEnd(close)

/** What it does to a row twice would show. */
await sql(
  'create table counted (key text primary key, broken boolean not null default true, times int not null default 0)',
)
await sql(`
  create function backfill_counted(after text[], max_rows int, out reached text[], out looked int, out mended int)
  language sql set search_path = public as $$
    with batch as materialized (
      select key from counted where key > coalesce(after[1], '') order by key limit max_rows
    ), done as (
      update counted set times = times + 1 from batch where counted.key = batch.key and broken returning 1
    )
    select (select array[max(key)] from batch having max(key) is not null),
      (select count(*)::int from batch), (select count(*)::int from done)
  $$`)

const fill = (keys: readonly string[]) =>
  sql(`insert into counted (key, broken) select key, hashtext(key) % 3 <> 0 from unnest($1::text[]) as key`, [keys])
const progress = async () =>
  (await sql('select looked::int, mended::int, done_at is not null as done from backfill'))[0]
const wrong = () => sql('select key, times from counted where times <> broken::int')
const broken = async () => (await sql<{ n: number }>('select count(*)::int as n from counted where broken'))[0]?.n

beforeEach(async () => {
  await sql('truncate counted')
  await declare()
})

async function declare(): Promise<void> {
  await sql('truncate counted, backfill')
  await sql(`select declare_backfill('counted', 'counted')`)
}

async function run(): Promise<void> {
  await sql('select graphile_worker.add_job($1)', [backfill.name])
  await runJobs(app, { jobs: [backfill] })
}

const MANY = 4_000
const KILLS = 3
const keys = Array.from({ length: MANY }, (_, n) => `key ${(n * 7_919) % MANY}`)

test('a worker that is killed in the middle, again and again, loses no row and does none twice', async () => {
  await fill(keys)
  await sql(`insert into counted (key) values ('the last')`)
  // Held as by one who edits it: no worker comes to the end before it is killed.
  const editing = new pg.Client({ connectionString: app.database.ownerUrl })
  await editing.connect()
  atEnd(() => editing.end())
  await editing.query(`begin; select from counted where key = 'the last' for update`)
  const mend = () => fork(PROGRAM, [app.database.dispatcherUrl])
  for (let kill = 1; kill <= KILLS; kill++) {
    const worker = mend()
    atEnd(() => endProcess(worker, 'SIGKILL'))
    await eventually(async () => Number((await progress())?.looked) >= (kill * MANY) / (KILLS + 2), true)
    await endProcess(worker, 'SIGKILL')
    assert.equal((await progress())?.done, false)
  }
  await editing.query('rollback')
  const [one, other] = [mend(), mend()]
  await eventually(async () => (await progress())?.done, true)
  await Promise.all([one, other].map(worker => endProcess(worker)))
  assert.deepEqual(await progress(), { looked: MANY + 1, mended: await broken(), done: true })
  assert.deepEqual(await wrong(), [])
})

test('whatever the batches and however they end, each row is mended exactly once', async () => {
  const rows = fc.uniqueArray(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 4 }), { maxLength: 25 })
  const ends = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.constantFrom('commit', 'rollback', 'killed')), {
    maxLength: 6,
  })
  await fc.assert(
    fc.asyncProperty(rows, ends, async (names, batches) => {
      await declare()
      await fill(names)
      for (const [most, end] of batches) await batch(most, end)
      while ((await sql<{ state: string }>('select backfill_step(4) as state'))[0]?.state === 'MORE');
      assert.deepEqual(await progress(), { looked: names.length, mended: await broken(), done: true })
      assert.deepEqual(await wrong(), [])
    }),
    { numRuns: 12 },
  )
})

/** A batch of another worker, which ends so; meanwhile no one else is at it. */
async function batch(most: number, end: string): Promise<void> {
  const worker = new pg.Client({ connectionString: app.database.dispatcherUrl })
  worker.on('error', () => undefined)
  await worker.connect()
  await worker.query('begin')
  const { rows } = await worker.query('select backfill_step($1) as state, pg_backend_pid() as pid', [most])
  if (rows[0].state === 'MORE') assert.deepEqual(await sql('select backfill_step(1) as state'), [{ state: 'BUSY' }])
  if (end === 'killed') await sql('select pg_terminate_backend($1, 1000)', [rows[0].pid])
  else await worker.query(end)
  await worker.end().catch(() => undefined)
}

test('while the replica is behind, nothing is mended', async () => {
  await fill(keys.slice(0, 10))
  const calls: string[] = []
  const lags = [60_000, 2_001, 2_000]
  await mendRows({
    replicaLagMs() {
      calls.push('asked')
      return lags.shift()
    },
    onPlatform(run) {
      calls.push('mended')
      return platform(run)
    },
  })
  assert.deepEqual(calls, ['asked', 'asked', 'asked', 'mended', 'asked', 'mended', 'asked', 'mended'])
  assert.deepEqual(await progress(), { looked: 10, mended: await broken(), done: true })
})

test('one that fails says how far it came, and keeps it', async () => {
  await fill(['a', 'b', 'c', 'd'])
  await sql('select backfill_step(3)')
  await sql('alter function backfill_counted rename to backfill_away')
  await run()
  await sql('alter function backfill_away rename to backfill_counted')
  const [open] = await platform(backfillProgress)
  assert.ok(open && open.still_seconds < 600)
  assert.match(progressLine(open), /^backfill counted: 3 of about 3 rows, \d mended$/)
  await run()
  assert.deepEqual(await wrong(), [])
})
