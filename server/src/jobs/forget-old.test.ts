import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from 'pg'
import { startApp } from '../../test/support/app/harness.ts'
import { runJobs } from '../../test/support/app/jobs.ts'
import { forgetOld, forgetOldRegularly } from './forget-old.ts'
import { scheduledJob } from './job.ts'

const app = await startApp()
const clinic = await app.clinic()

const answersOf = (count: number, age: string) =>
  app.sql(
    `insert into idempotency_record (company_id, installation_id, key, request_hash, status, body, sealed, field_scopes, created_at)
     select $1, 'ins_1', $2 || n, '', 201, '', false, '{}', now() - $2::interval from generate_series(1, $3) n`,
    [clinic.company_id, age, count],
  )
const bucketOf = (name: string, age: string) =>
  app.sql('insert into rate_bucket (bucket, tokens, updated_at) values ($1, 3, now() - $2::interval)', [name, age])
const messageOf = (id: string, age: string) =>
  app.sql(
    `insert into sandbox_message (company_id, id, reference, channel, recipient, sealed_body, created_at, updated_at)
     values ($1, $2, $2, 'sms', '', '', now() - $3::interval, now())`,
    [clinic.company_id, id, age],
  )
const left = async (table: string, column: string) =>
  (await app.sql<{ name: string }>(`select ${column} as name from ${table} order by 1`)).map(({ name }) => name)

async function run(job = forgetOldRegularly): Promise<void> {
  await app.sql('select graphile_worker.add_job($1)', [job.name])
  await runJobs(app, { jobs: [job] })
}

test('deletes stored answers, idle rate buckets and sandbox messages that have served their time, and nothing younger', async () => {
  await answersOf(1, '23:59')
  await answersOf(1, '25:01')
  await bucketOf('idle', '49:00')
  await bucketOf('quiet', '47:00')
  await messageOf('sbm_old', '31 days')
  await messageOf('sbm_young', '29 days')
  await run()
  assert.deepEqual(await left('idempotency_record', 'key'), ['23:591'])
  assert.deepEqual(await left('rate_bucket', 'bucket'), ['quiet'])
  assert.deepEqual(await left('sandbox_message', 'id'), ['sbm_young'])
})

test('goes on batch by batch until nothing old is left', async () => {
  await answersOf(25, '26:00')
  const batches: number[] = []
  const inTens = scheduledJob('forget_old', '* * * * *', ({ onPlatform }) => {
    const counted: typeof onPlatform = async tx => {
      batches.push(10)
      return onPlatform(tx)
    }
    return forgetOld({ onPlatform: counted }, 10)
  })
  await run(inTens)
  assert.deepEqual(await left('idempotency_record', 'key'), ['23:591'])
  assert.equal(batches.length, 3 + 1 + 1 + 1 + 1 + 1)
})

const eventOf = (id: string, kind: string, about: { age: string; clientId?: string; userId?: string }) =>
  app.sql(
    `insert into oauth_event (at, kind, request_id, client_id, user_id) values (now() - $3::interval, $2, $1, $4, $5)`,
    [id, kind, about.age, about.clientId ?? 'oac_new', about.userId ?? null],
  )

test('forgets after a month what nobody is known for, save whence an app came that somebody allowed something', async () => {
  await app.sql(
    `insert into oauth_client (client_id, kind, name, redirect_uris, grant_types, created_at, first_consent_at)
     values ('oac_allowed', 'dcr', '', '{https://assistant.example}', '{}', now(), now())`,
  )
  await eventOf('old', 'client.registered', { age: '31 days' })
  await eventOf('old flow', 'flow.started', { age: '31 days', clientId: 'oac_allowed' })
  await eventOf('young', 'client.registered', { age: '29 days' })
  await eventOf('allowed', 'client.registered', { age: '31 days', clientId: 'oac_allowed' })
  await eventOf('of a person', 'flow.bound', { age: '31 days', userId: 'usr_1' })
  await run()
  assert.deepEqual(await left('oauth_event', 'request_id'), ['allowed', 'of a person', 'young'])
})

test('of failed logins a hundred thousand are kept, and the oldest go', async () => {
  await app.sql(
    `insert into staff_login_failure (key, failures, last_at)
     select n::text, 1, now() - n * interval '1 millisecond' from generate_series(1, 100003) as n`,
  )
  await run()
  const [kept] = await app.sql<{ count: number; oldest: number }>(
    'select count(*)::int as count, max(key::int) as oldest from staff_login_failure',
  )
  assert.deepEqual(kept, { count: 100_000, oldest: 100_000 })
})

test('an answer that is being stored anew is left alone, and does not keep the sweep waiting', async () => {
  await answersOf(1, '27:00')
  const storing = new Client({ connectionString: app.database.ownerUrl })
  await storing.connect()
  try {
    await storing.query('begin')
    await storing.query(`update idempotency_record set created_at = now() where key = '27:001'`)
    await run()
    await storing.query('commit')
  } finally {
    await storing.end()
  }
  await run()
  assert.deepEqual(await left('idempotency_record', 'key'), ['23:591', '27:001'])
})

test('the worker may delete what is old, and read none of it', async () => {
  const worker = new Client({ connectionString: app.database.dispatcherUrl })
  await worker.connect()
  try {
    for (const table of ['idempotency_record', 'rate_bucket', 'sandbox_message', 'staff_login_failure', 'oauth_event'])
      await assert.rejects(worker.query(`select from ${table}`), { code: '42501' })
  } finally {
    await worker.end()
  }
})
