import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pruneAuditDaily } from '../src/jobs/upkeep.ts'
import { setRetention } from '../src/settings/databases.ts'
import { readEnv } from '../src/settings/env.ts'
import { startApp } from './support/app/harness.ts'
import { runJobs } from './support/app/jobs.ts'
import { asGroup, type Group, loginsOf } from './support/database/as-group.ts'

const app = await startApp()
const here = await app.clinic()
await app.clinic()
const as = asGroup(app.database)
const DENIED = '42501'

const COLUMNS = 'request_id, caller, operation, resource_ids, patient_ids, field_scopes'
const VALUES = "'staff usr_1', 'getPatient', '{}', '{}', '{}'"
const recordsOf = (requestId: string) => app.sql('select from audit_record where request_id = $1', [requestId])

const isGroup = (name: string): name is Group => Object.hasOwn(loginsOf(app.database), name)
const GROUPS = Object.keys(loginsOf(app.database)).filter(isGroup)

test('each login of the application: to change, delete, empty or backdate the audit and to prune it fails', async () => {
  const backdated = `insert into audit_record (recorded_at, at, ${COLUMNS})
    values (now() - interval '1 day', now() - interval '1 day', 'req_late', ${VALUES})`
  const attempts = [
    "update audit_record set operation = 'x'",
    'delete from audit_record',
    'truncate audit_record',
    'truncate audit_record_default',
    'alter table audit_record disable trigger all',
    backdated,
  ]
  for (const group of GROUPS.filter(name => name !== 'clinic_retention'))
    for (const attempt of [...attempts, "select prune_audit('2019-01-01')"])
      assert.equal(await as(group, attempt, [], here.company_id), DENIED, `${group}: ${attempt}`)
  for (const attempt of attempts) assert.equal(await as('clinic_retention', attempt), DENIED, attempt)
})

test('the owner of the database neither changes, deletes nor empties the audit by a slip, in any partition', async () => {
  await app.sql('select keep_all_partitions()')
  const partitions = await app.sql<{ name: string }>(
    "select relid::regclass::text as name from pg_partition_tree('audit_record')",
  )
  assert.ok(partitions.length > 3)
  await as('clinic_app', `insert into audit_record (${COLUMNS}) values ('req_kept', ${VALUES})`, [], here.company_id)
  for (const { name } of partitions) await assert.rejects(app.sql(`truncate ${name}`), /are never changed/, name)
  for (const attempt of ["update audit_record set operation = 'x'", 'delete from audit_record'])
    await assert.rejects(app.sql(attempt), /are never changed/, attempt)
  assert.equal((await recordsOf('req_kept')).length, 1)
})

test('a record says of itself no other time than about that of its coming in', async () => {
  const add = (ago: string) =>
    app.sql(
      `insert into audit_record (company_id, at, ${COLUMNS}) values ($1, now() - $2::interval, 'req_at', ${VALUES})`,
      [here.company_id, ago],
    )
  for (const ago of ['16 minutes', '-2 minutes']) await assert.rejects(add(ago), { code: '23514' }, ago)
  await add('14 minutes')
})

/** A record of a month that was over so many months ago. */
async function monthOver(months: number) {
  const [{ month = '' } = {}] = await app.sql<{ month: string }>(
    "select (date_trunc('month', now() at time zone 'UTC') - make_interval(months => $1 + 1))::date as month",
    [months],
  )
  const request = `req_${months}`
  await app.sql(
    `insert into audit_record (company_id, at, recorded_at, ${COLUMNS})
     values ($1, $2::timestamptz + interval '3 days', $2::timestamptz + interval '3 days', $3, ${VALUES})`,
    [here.company_id, `${month}T00:00:00Z`, request],
  )
  await as('clinic_keeper', 'select keep_all_partitions()')
  return { month, isThere: async () => (await recordsOf(request)).length === 1 }
}
const prune = (month: string) => as('clinic_retention', 'select prune_audit($1) as pruned', [month])

test('a month of the audit ends after 72 months at the soonest, whatever the operator says, and every clinic is told', async () => {
  assert.throws(() => readEnv({ AUDIT_RETENTION_MONTHS: '11' }), /AUDIT_RETENTION_MONTHS/)
  const [young, old] = [await monthOver(71), await monthOver(73)]
  await setRetention(app.database.ownerUrl, readEnv({}))
  assert.equal(await prune(old.month), DENIED, 'It is kept for ever.')
  await setRetention(app.database.ownerUrl, readEnv({ AUDIT_RETENTION_MONTHS: '12' }))
  assert.equal(await prune(young.month), DENIED)
  assert.equal(await prune(`${old.month.slice(0, 8)}02`), DENIED, 'A month begins on its first day.')
  assert.deepEqual([await young.isThere(), await old.isThere()], [true, true])
  assert.deepEqual(await prune(old.month), [{ pruned: true }])
  assert.deepEqual(await prune(old.month), [{ pruned: false }])
  assert.deepEqual([await young.isThere(), await old.isThere()], [true, false])
  const told = await app.sql<{ company_id: string }>(
    "select company_id from audit_record where operation = 'pruneAudit' and resource_ids = array[$1]",
    [old.month.slice(0, 7)],
  )
  const clinics = await app.sql<{ company_id: string }>('select company_id from clinic')
  assert.deepEqual(told.map(one => one.company_id).sort(), clinics.map(one => one.company_id).sort())
})

test('the job prunes what the operator no longer keeps, and nothing younger', async () => {
  const [young, old] = [await monthOver(83), await monthOver(85)]
  await setRetention(app.database.ownerUrl, readEnv({ AUDIT_RETENTION_MONTHS: '84' }))
  await app.sql("select graphile_worker.add_job('prune_audit')")
  await runJobs(app, { jobs: [pruneAuditDaily] })
  assert.deepEqual([await young.isThere(), await old.isThere()], [true, false])
})
