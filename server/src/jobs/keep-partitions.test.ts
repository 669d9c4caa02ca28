import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { EVENT_TYPES } from '@clinic/contract/event-types.ts'
import { createPatient } from '@clinic/contract/patients.ts'
import pg from 'pg'
import { startApp } from '../../test/support/app/harness.ts'
import { runJobs } from '../../test/support/app/jobs.ts'
import { LOCKS } from '../../test/support/database/sessions.ts'
import type { Job } from './job.ts'
import { keepPartitionsHourly } from './upkeep.ts'

const app = await startApp()
const clinic = await app.clinic()

async function keep({ deliveryDays = 30, auditMonths = 0 } = {}): Promise<void> {
  await app.sql('update retention set delivery_days = $1, audit_months = $2', [deliveryDays, auditMonths])
  await app.sql(`select graphile_worker.add_job('keep_partitions')`)
  const jobs: Job[] = [keepPartitionsHourly]
  await runJobs(app, { jobs })
}

const insertEvent = (id: string, ago: string) =>
  app.sql(
    `insert into event (company_id, id, type, created_at, data) values ($1, $2, 'patient.created', now() - $3::interval, '{}')`,
    [clinic.company_id, id, ago],
  )
const partitionOf = async (id: string) =>
  (await app.sql<{ at: string }>('select tableoid::regclass::text as at from event where id = $1', [id]))[0]?.at

test('makes partitions ahead, and moves what came before its partition', async () => {
  await insertEvent('evt_early', '3 days')
  assert.equal(await partitionOf('evt_early'), 'event_default')
  await keep()
  assert.match((await partitionOf('evt_early')) ?? '', /^event_p\d{8}$/)
  await insertEvent('evt_now', '0')
  await insertEvent('evt_soon', '-5 days')
  for (const id of ['evt_now', 'evt_soon']) assert.match((await partitionOf(id)) ?? '', /^event_p\d{8}$/)
  await keep()
  assert.equal((await app.sql('select from event')).length, 3)
})

test('gives the planner for each day the number of event types, roughly, whatever events that day has', async () => {
  await insertEvent('evt_yesterday', '1 day')
  await keep()
  const partitions = await app.sql<{ at: string; options: string[] | null }>(`
    select tree.relid::text as at, attoptions as options
    from pg_partition_tree('event') as tree join pg_attribute on attrelid = tree.relid and attname = 'type'`)
  assert.ok(partitions.length > 7)
  for (const { at, options } of partitions) {
    const [, types] = /^n_distinct=(\d+)$/.exec(options?.join() ?? '') ?? []
    assert.ok(Math.abs(Number(types) - EVENT_TYPES.length) < EVENT_TYPES.length / 2, at)
  }
})

test('drops events older than 31 days and deliveries older than the operator keeps them, but audit records never', async () => {
  await insertEvent('evt_old', '33 days')
  await app.sql(
    `insert into webhook_delivery_done (id, company_id, endpoint_id, event_id, event_type, event_at, origin, status,
       attempts, created_at, finished_at)
     select 'whd_' || days, $1, 'whe_1', 'evt_1', 'patient.created', now(), 'EVENT', 'SUCCEEDED', 1,
       now() - make_interval(days => days), now()
     from unnest(array[1, 9, 12]) as days`,
    [clinic.company_id],
  )
  await app.sql(
    `insert into audit_record (company_id, at, recorded_at, request_id, caller, operation, resource_ids, patient_ids, field_scopes)
     values ($1, now() - interval '8 years', now() - interval '8 years', 'req_1', 'test', 'getPatient', '{}', '{}', '{}')`,
    [clinic.company_id],
  )
  await keep({ deliveryDays: 10, auditMonths: 0 })
  assert.equal(await partitionOf('evt_old'), undefined)
  const left = await app.sql<{ id: string }>('select id from webhook_delivery_done order by id')
  assert.deepEqual(
    left.map(({ id }) => id),
    ['whd_1', 'whd_9'],
  )
  assert.equal((await app.sql(`select from audit_record where request_id = 'req_1'`)).length, 1)
  await keep({ deliveryDays: 10, auditMonths: 12 })
  assert.equal((await app.sql(`select from audit_record where request_id = 'req_1'`)).length, 1)
})

test('keeps row-level security in every partition', async () => {
  await keep()
  const { api } = await app.practice()
  const other = await api.get('/events')
  assert.deepEqual(other.body.data, [])
})

test('hides no row from a reader while it is moved to its partition', async () => {
  const other = await startApp()
  const clinic = await other.clinic()
  const mover = new pg.Client(other.database.ownerUrl)
  const reader = new pg.Client(other.database.ownerUrl)
  await Promise.all([mover.connect(), reader.connect()])
  await other.sql(
    `insert into event (company_id, id, type, created_at, data) values ($1, 'evt_moved', 'patient.created', now(), '{}')`,
    [clinic.company_id],
  )
  await mover.query('begin')
  await mover.query('select keep_all_partitions()')
  const found = reader.query(`select from event where id = 'evt_moved'`)
  while ((await other.sql(`select from ${LOCKS} where not granted`)).length === 0) await setImmediate()
  await mover.query('commit')
  assert.equal((await found).rowCount, 1)
  await Promise.all([mover.end(), reader.end()])
  await other.close()
})

test('lets no write fail that comes while a partition is made', async () => {
  const other = await startApp()
  const clinic = await other.clinic()
  const branch = await other.branch(clinic)
  const api = other.api((await other.installation(clinic)).token)
  let stop = false
  const statuses = new Set<number>()
  const write = async () =>
    statuses.add((await api.call(createPatient, { branchId: branch.id, firstName: 'A', lastName: 'B' })).status)
  const writing = Array.from({ length: 4 }, async () => {
    while (!stop) await write()
  })
  for (let n = 0; n < 5; n++) {
    await other.sql(`select keep_all_partitions()`)
    for (const { name } of await other.sql<{ name: string }>(`select inhrelid::regclass::text as name from pg_inherits
      where inhparent = 'event'::regclass and inhrelid::regclass::text <> 'event_default'`))
      await other.sql(`drop table ${name}`)
  }
  stop = true
  await Promise.all(writing)
  assert.deepEqual(statuses, new Set([201]))
  await other.close()
})
