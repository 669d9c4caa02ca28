import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from 'pg'
import { startApp } from '../../test/support/app/harness.ts'
import { runJobs } from '../../test/support/app/jobs.ts'
import { atEnd } from '../../test/support/at-end.ts'
import { newId } from '../kernel/values/ids.ts'
import { rollUpBranchHoursEveryMinute } from './roll-up-branch-hours.ts'

const app = await startApp()
// Whether a doctor may be in two places at the same time is another test's matter.
await app.sql('alter table appointment drop constraint appointment_doctor_busy')

async function connect(connectionString = app.database.ownerUrl): Promise<Client> {
  const client = new Client({ connectionString })
  atEnd(() => client.end())
  await client.connect()
  return client
}

const BOOK = `insert into appointment (company_id, id, branch_id, doctor_id, status, starts_at, ends_at, created_at, updated_at)
  select $1, $2, $3, $4, (array['OPEN', 'COMPLETED', 'NOSHOW'])[1 + $5::int % 3], at, at + interval '20 minutes', now(), now()
  from (select timestamptz '2030-01-02T09:00Z' + $5::int * interval '7 minutes' as at) as slot`
/** Of an appointment that no other transaction is changing. */
const MOVE = `update appointment set status = (array['CANCELED', 'OPEN', 'COMPLETED'])[1 + $2::int % 3],
    starts_at = starts_at + interval '40 minutes', ends_at = starts_at + interval '1 minute' * (50 + $2::int % 30)
  where company_id = $1 and id = (select id from appointment where company_id = $1 order by id limit 1 for update skip locked)`
const COLUMNS = 'company_id, branch_id, hour, appointments, completed, chair_minutes'
/** Hours of branches whose figures are not what the appointments say. */
const WRONG = `
  with summed as (
    select branch_id, hour, sum(appointments) as all, sum(completed) as done, sum(chair_minutes) as minutes
    from (select ${COLUMNS} from branch_hour union all select ${COLUMNS} from branch_hour_delta) as both_tables where company_id = $1 group by 1, 2),
  counted as (
    select branch_id, date_trunc('hour', starts_at, 'UTC') as hour, count(*) as all,
      count(*) filter (where status = 'COMPLETED') as done,
      sum(case when status in ('CANCELED', 'NOSHOW') then 0 else extract(epoch from ends_at - starts_at) / 60 end) as minutes
    from appointment where company_id = $1 group by 1, 2)
  select * from summed full join counted using (branch_id, hour)
  where (coalesce(summed.all, 0), coalesce(summed.done, 0), coalesce(summed.minutes, 0))
    is distinct from (coalesce(counted.all, 0), coalesce(counted.done, 0), coalesce(counted.minutes, 0))`

async function scene() {
  const { clinic, branch, doctor } = await app.practice()
  const of = clinic.company_id
  const book = (client: Client, place: number) => client.query(BOOK, [of, newId('apt'), branch.id, doctor.id, place])
  const counts = async () =>
    (
      await app.sql<{ rolledUp: number; pending: number }>(
        `select (select count(*) from branch_hour where company_id = $1) as "rolledUp",
           (select count(*) from branch_hour_delta where company_id = $1) as pending`,
        [of],
      )
    )[0]
  return { of, book, counts, wrong: () => app.sql(WRONG, [of]) }
}

async function runRollUp(): Promise<void> {
  await app.sql('select graphile_worker.add_job($1)', [rollUpBranchHoursEveryMinute.name])
  await runJobs(app, { jobs: [rollUpBranchHoursEveryMinute] })
}

test('rolls up all changes, to one row for each branch and hour', async () => {
  const { book, counts, wrong } = await scene()
  const client = await connect()
  // Every seven minutes of more than two hours; in a fourth one the practice's patient was new.
  for (let place = 0; place < 20; place++) await book(client, place)
  await runRollUp()
  assert.deepEqual([await counts(), await wrong()], [{ rolledUp: 4, pending: 0 }, []])
  await book(client, 1)
  assert.deepEqual([await counts(), await wrong()], [{ rolledUp: 4, pending: 1 }, []])
  await runRollUp()
  assert.deepEqual([await counts(), await wrong()], [{ rolledUp: 4, pending: 0 }, []])
})

test('goes on batch by batch, of one row if need be', async () => {
  const { of, book, counts, wrong } = await scene()
  const client = await connect()
  for (let place = 0; place < 9; place++) await book(client, place)
  await client.query(MOVE, [of, 0])
  const worker = await connect(app.database.dispatcherUrl)
  for (let left = (await counts())?.pending ?? 0; left > 0; left--) {
    const { rows } = await worker.query('select roll_up_branch_hours(1)::int as rows')
    assert.deepEqual([rows, (await counts())?.pending, await wrong()], [[{ rows: 1 }], left - 1, []])
  }
})

test('nothing is ever missing or counted twice, while many book, move and give up, and two workers roll up', async () => {
  const { of, book, counts, wrong } = await scene()
  let busy = true
  let looks = 0
  async function write(client: Client, first: number): Promise<void> {
    for (let round = 0; round < 40; round++) {
      await client.query('begin')
      await book(client, first + round)
      await client.query(MOVE, [of, round])
      await client.query(round % 5 === 4 ? 'rollback' : 'commit')
    }
  }
  async function rollUp(worker: Client): Promise<void> {
    while (busy) await worker.query('select roll_up_branch_hours(3)')
  }
  async function look(): Promise<void> {
    for (; busy; looks++) assert.deepEqual(await wrong(), [])
  }
  const workers = await Promise.all([1, 2].map(() => connect(app.database.dispatcherUrl)))
  const writers = await Promise.all([0, 3, 5, 8].map(async first => ({ first, client: await connect() })))
  const written = Promise.all(writers.map(({ client, first }) => write(client, first))).finally(() => {
    busy = false
  })
  await Promise.all([written, look(), ...workers.map(rollUp)])
  assert.ok(looks > 0)
  await runRollUp()
  assert.deepEqual([(await counts())?.pending, await wrong()], [0, []])
})

test('a booking waits neither for others of the same hour nor for the roll-up, nor the roll-up for them', async () => {
  const { book, wrong } = await scene()
  const [one, two, worker] = await Promise.all([connect(), connect(), connect(app.database.dispatcherUrl)])
  for (const client of [one, two, worker]) await client.query(`set lock_timeout = '2s'`)
  await book(one, 0)
  for (const client of [one, worker]) await client.query('begin')
  await book(one, 1)
  await worker.query('select roll_up_branch_hours(1000)')
  await book(two, 2)
  await worker.query('select roll_up_branch_hours(1000)')
  assert.deepEqual(await wrong(), [])
  for (const client of [one, worker]) await client.query('commit')
  assert.deepEqual(await wrong(), [])
})

test('the worker may roll up, and neither read nor write figures', async () => {
  const worker = await connect(app.database.dispatcherUrl)
  for (const text of ['select from branch_hour', 'select from branch_hour_delta', 'select recount_branch_hours()'])
    await assert.rejects(worker.query(text), { code: '42501' }, text)
})

test('the API can record changes, and change no sum', async () => {
  const plugin = await connect(app.database.appUrl)
  for (const text of [
    'delete from branch_hour',
    'update branch_hour set appointments = 0',
    'insert into branch_hour (company_id, hour, branch_id) select company_id, hour, branch_id from branch_hour_delta',
    'delete from branch_hour_delta',
    'select roll_up_branch_hours(1)',
  ])
    await assert.rejects(plugin.query(text), { code: '42501' }, text)
})
