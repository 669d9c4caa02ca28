import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from '@clinic/contract/kernel.ts'
import { pino } from 'pino'
import { startApp } from '../../test/support/app/harness.ts'
import { hastenJobs, runJobs } from '../../test/support/app/jobs.ts'
import { ask } from '../../test/support/database/ask.ts'
import { driver } from '../../test/support/database/driver.ts'
import { eventually } from '../../test/support/eventually.ts'
import { sql } from '../db/statement.ts'
import { createEgress } from '../egress/agent.ts'
import { enqueue, jobKind } from '../kernel/job-queue.ts'
import { secretBox } from '../kernel/values/secret-box.ts'
import { NO_LOGINS } from '../settings/database-urls.ts'
import { readEnv } from '../settings/env.ts'
import { clinicJob, type Job } from './job.ts'
import { openJobDeps } from './job-deps.ts'
import { maintainQueue } from './maintain-queue.ts'
import { startJobs } from './runner.ts'

const app = await startApp()
const { clinic } = await app.practice()
const greeting = jobKind('greet', { word: Type.String() }, 2)

/** A job that notes its payloads. */
function greeter(seen: string[], fail: () => boolean = () => false): Job {
  return clinicJob(greeting, async ({ attempt, isLast }, { companyId, word }) => {
    seen.push(`${companyId === clinic.company_id} ${word} ${attempt}${isLast ? ' last' : ''}`)
    if (fail()) throw new Error('on purpose')
  })
}

const waiting = () => app.sql<{ key: string | null }>('select key from graphile_worker._private_jobs order by id')

test('a job runs when its transaction commits, and not when it does not', async () => {
  const seen: string[] = []
  await app.write(clinic, tx => enqueue(tx, greeting, { word: 'hello' }))
  const failing = app.write(clinic, async tx => {
    await enqueue(tx, greeting, { word: 'never' })
    throw new Error('on purpose')
  })
  await assert.rejects(failing, /on purpose/)
  await runJobs(app, { jobs: [greeter(seen)] })
  assert.deepEqual(seen, ['true hello 1'])
  assert.deepEqual(await waiting(), [])
})

test('a job with a key replaces the waiting one of the same clinic', async () => {
  const seen: string[] = []
  const other = await app.clinic()
  await app.write(clinic, tx => enqueue(tx, greeting, { word: 'first' }, { key: 'k' }))
  await app.write(other, tx => enqueue(tx, greeting, { word: 'elsewhere' }, { key: 'k' }))
  await app.write(clinic, tx => enqueue(tx, greeting, { word: 'second' }, { key: 'k' }))
  await runJobs(app, { jobs: [greeter(seen)] })
  assert.deepEqual(seen.toSorted(), ['false elsewhere 1', 'true second 1'])
})

test('a job that throws is tried again as often as its kind says, and knows which attempt is the last', async () => {
  const seen: string[] = []
  const jobs = [greeter(seen, () => true)]
  await app.write(clinic, tx => enqueue(tx, greeting, { word: 'again' }))
  for (let round = 0; round < 3; round++) {
    await runJobs(app, { jobs })
    await hastenJobs(app)
  }
  assert.deepEqual(seen, ['true again 1', 'true again 2 last'])
  assert.equal((await waiting()).length, 1)
  await app.sql('delete from graphile_worker._private_jobs')
})

test('a clinic adds jobs for itself alone, and sees nothing of the queue', async () => {
  const other = await app.clinic()
  const forged = sql(`select enqueue_job('greet', $1, null, null, 1)`)
  await app.write(clinic, tx => tx.sql(forged([JSON.stringify({ companyId: other.company_id, word: 'forged' })])))
  const [job] = await app.sql<{ payload: { companyId: string } }>('select payload from graphile_worker._private_jobs')
  assert.equal(job?.payload.companyId, clinic.company_id)
  await app.sql('delete from graphile_worker._private_jobs')
  await assert.rejects(ask(app.database.appUrl, 'select from graphile_worker._private_jobs'), /permission denied/)
  await assert.rejects(
    ask(app.database.appUrl, `select enqueue_job('greet', '{}', null, null, 1)`),
    /in the name of a clinic/,
  )
})

test('gives back what a dead worker held, and leaves what a living one holds', async () => {
  await app.sql(`insert into job_runner (id, seen_at) values ('living', now()), ('dead', now() - interval '2 minutes')`)
  for (const word of ['living', 'dead', 'unknown', 'recent'])
    await app.write(clinic, tx => enqueue(tx, greeting, { word }))
  await app.sql(`update graphile_worker._private_jobs set locked_by = payload->>'word', attempts = 1, locked_at =
    now() - case payload->>'word' when 'recent' then interval '1 second' else interval '2 minutes' end`)
  const seen: string[] = []
  await app.sql(`select graphile_worker.add_job('maintain_queue')`)
  await runJobs(app, { jobs: [maintainQueue] })
  await runJobs(app, { jobs: [greeter(seen)] })
  assert.deepEqual(seen.toSorted(), ['true dead 2 last', 'true unknown 2 last'])
  await app.sql('delete from graphile_worker._private_jobs')
})

test('a running worker takes new jobs immediately, and ends what it does when it stops', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const seen: string[] = []
  const slow = clinicJob(greeting, async (_run, { word }) => {
    begin()
    await released
    seen.push(word)
  })
  const log = pino({ level: 'silent' })
  const egress = createEgress()
  const { appUrl, dispatcherUrl } = app.database
  const databaseUrls = { ...NO_LOGINS, app: appUrl, dispatcher: dispatcherUrl }
  const deps = openJobDeps({ driver, env: readEnv({}), databaseUrls, box: secretBox([Buffer.alloc(32)]), egress, log })
  const runner = await startJobs({ driver, databaseUrl: app.database.dispatcherUrl, jobs: [slow], deps })
  const runners = async () =>
    (await app.sql(`select from job_runner where seen_at > now() - interval '1 minute'`)).length
  await eventually(runners, 2)
  await app.write(clinic, tx => enqueue(tx, greeting, { word: 'slow' }))
  await begun
  const stopped = runner.stop()
  release()
  await stopped
  await Promise.all([deps.close(), egress.close()])
  assert.deepEqual(seen, ['slow'])
  assert.deepEqual(await waiting(), [])
  assert.equal(await runners(), 1)
})
