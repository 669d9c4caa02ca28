import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { connect } from 'node:net'
import { test } from 'node:test'
import { cancelAppointment } from '@clinic/contract/appointments.ts'
import { createPatient, getPatient } from '@clinic/contract/patients.ts'
import { createWebhookEndpoint } from '@clinic/contract/webhook-endpoints.ts'
import pg from 'pg'
import { joinEmbedded } from '../src/db/embedded.ts'
import { pgTypes } from '../src/db/types.ts'
import { newId } from '../src/kernel/values/ids.ts'
import { type Api, apiClient } from './support/app/api-client.ts'
import { startProduct } from './support/app/product.ts'
import { atEnd } from './support/at-end.ts'
import { factories } from './support/clinic/factories.ts'
import { at } from './support/clock.ts'
import { SESSIONS } from './support/database/sessions.ts'
import { eventually } from './support/eventually.ts'
import { startReceiver } from './support/webhooks/receiver.ts'

const WRITERS = 8
const ENOUGH = 150
/** Of the starts of a bare Node at the same moment: an idle machine takes some forty, in less than two seconds. */
const START_LIMIT = 120

const sessions: pg.Client[] = []
atEnd(() => Promise.all(sessions.map(session => session.end().catch(() => undefined))))

const first = await startProduct({ DEMO: 'off', RATE_LIMITS: 'off', NODE_ENV: 'test', LOG_LEVEL: 'error' })
const receiver = await startReceiver()

/** SQL as the owner of the database, as long as the server lives. */
async function owner(): Promise<pg.Client> {
  const { url } = await joinEmbedded({ dataDir: first.dataDir, log: () => undefined })
  const session = new pg.Client({ connectionString: url, types: pgTypes })
  sessions.push(session)
  session.on('error', () => undefined)
  await session.connect()
  return session
}

const before = await owner()
const make = factories(async (text, values) => (await before.query(text, values)).rows)
const clinic = await make.clinic({ sandbox: true })
const branch = await make.branch(clinic)
const doctor = await make.doctor([branch])
const { token } = await make.installation(clinic, { mode: 'TEST' })
const api: Api = apiClient(`http://127.0.0.1:${first.port}`, token)
const endpoint = await api.call(createWebhookEndpoint, { url: receiver.url, events: ['patient.created'] })
assert.equal(endpoint.status, 201, endpoint.text)
const person = { branchId: branch.id, firstName: 'Sara', lastName: 'Invented' }
const write = (key: string) => api.call(createPatient, person, { key })

test('killed without warning under load and started again, everything acknowledged is there and its events are delivered', async t => {
  const acknowledged = new Map<string, string>()
  let sent = 0
  const writer = async () => {
    for (;;) {
      const key = `write ${++sent}`
      const { status, body, text } = await write(key)
      assert.equal(status, 201, text)
      acknowledged.set(key, body.data.id)
    }
  }
  const writers = Promise.allSettled(Array.from({ length: WRITERS }, writer))
  await eventually(async () => acknowledged.size >= ENOUGH, true)
  const { rows: workers } = await before.query('select id from webhook_worker')
  await first.kill()
  for (const outcome of await writers)
    assert.ok(outcome.status === 'rejected' && outcome.reason instanceof TypeError, JSON.stringify(outcome))

  const second = await first.startAgain()
  t.diagnostic(
    `${acknowledged.size} writes acknowledged of ${sent}; started after the crash in ${Math.round(second.startedInMs)} ms`,
  )
  for (const id of acknowledged.values()) assert.equal((await api.call(getPatient, { id })).status, 200)
  // A write that was not acknowledged may be stored or not; sent again under its key it is stored once.
  for (let n = 1; n <= sent; n++) {
    const { status, body } = await write(`write ${n}`)
    assert.equal(status, 201)
    assert.equal(body.data.id, acknowledged.get(`write ${n}`) ?? body.data.id)
  }
  const now = await owner()
  const { rows: patients } = await now.query('select id from patient')
  const { rows: events } = await now.query(`select data->>'id' as id from event where type = 'patient.created'`)
  const ids = new Set(patients.map(({ id }) => id))
  assert.equal(patients.length, sent)
  assert.deepEqual(new Set(events.map(({ id }) => id)), ids)
  assert.equal(events.length, sent)

  // What the killed worker was just sending is free again when its lease lapses; here it lapses now.
  await now.query('update webhook_worker set lease_until = now() where id = any($1)', [workers.map(({ id }) => id)])
  const delivered = () => new Set(receiver.received.map(({ event }) => event.data.id))
  await eventually(async () => [...ids].filter(id => !delivered().has(id)), [])
  assert.equal(await second.stop(), 0)
})

/** Milliseconds that a Node takes which does nothing. */
function startOfNode(): number {
  const began = performance.now()
  spawnSync(process.execPath, ['--eval', ''])
  return performance.now() - began
}

test('a second start of an idle product takes little time, and it ends on request without a trace', async t => {
  const bareStart = startOfNode()
  const running = await first.startAgain()
  t.diagnostic(`started in ${Math.round(running.startedInMs)} ms, a bare Node in ${Math.round(bareStart)} ms`)
  assert.equal((await fetch(`http://127.0.0.1:${first.port}/readyz`)).status, 200)
  assert.equal(await running.stop(), 0)
  assert.ok(running.startedInMs < START_LIMIT * bareStart, `It took ${running.startedInMs} ms.`)
  assert.doesNotMatch(running.printed(), /ended unexpectedly|starting it again/)
})

test('asked to end, it finishes what it has accepted and takes nothing new', async () => {
  const running = await first.startAgain()
  const now = await owner()
  const id = newId('apt')
  await now.query(
    `insert into appointment (company_id, id, branch_id, doctor_id, status, starts_at, ends_at, created_at, updated_at)
     values ($1, $2, $3, $4, 'OPEN', $5, $6, now(), now())`,
    [clinic.company_id, id, branch.id, doctor.id, at('10:00'), at('10:30')],
  )
  await now.query('begin')
  await now.query('select 1 from appointment where id = $1 for update', [id])
  const accepted = api.call(cancelAppointment, { id })
  const watch = await owner()
  const blocked = async () =>
    (
      await watch.query(
        `select 1 from ${SESSIONS} where application_name = 'clinic writes' and wait_event_type = 'Lock'`,
      )
    ).rowCount
  await eventually(blocked, 1)
  const ended = running.stop()
  await eventually(async () => isRefused(first.port), true)
  await now.query('rollback')
  assert.equal((await accepted).status, 200)
  await Promise.all(sessions.map(session => session.end().catch(() => undefined)))
  assert.equal(await ended, 0)
})

const isRefused = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(false)
    })
    socket.on('error', () => resolve(true))
  })
