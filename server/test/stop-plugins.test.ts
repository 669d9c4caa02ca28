import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setInterval } from 'node:timers/promises'
import type { Returned } from '@clinic/contract/kernel.ts'
import { createPatient } from '@clinic/contract/patients.ts'
import type { startPlugins } from '@clinic/contract/staff/plugin-stops.ts'
import { createWebhookEndpoint, recoverWebhookDeliveries } from '@clinic/contract/webhook-endpoints.ts'
import { openPatientFile } from '../src/domain/patients/open-patient-file.ts'
import { apiClient } from './support/app/api-client.ts'
import { apiProcess } from './support/app/api-process.ts'
import { startApp } from './support/app/harness.ts'
import { runJobs } from './support/app/jobs.ts'
import { eventually } from './support/eventually.ts'
import { employee } from './support/staff/staff.ts'
import { startDispatcher } from './support/webhooks/deliveries.ts'
import { startReceiver } from './support/webhooks/receiver.ts'

const PROCESSES = 3
const EVERY_MS = 20
const WITHIN_MS = 1000
/** What is asked before the plugins are stopped, and what is refused after it. */
const ENOUGH = 100

const app = await startApp()
await startDispatcher(app)

interface Asked {
  status: number
  begun: number
  ended: number
  id: string
}

test('50 requests a second on three API processes: the last success and the last attempt come within 1 s of the stop, and recovery loses no event', async () => {
  const clinic = await app.clinic({ sandbox: true })
  const branch = await app.branch(clinic)
  const { token } = await app.installation(clinic, { mode: 'TEST' })
  const addresses = await Promise.all(Array.from({ length: PROCESSES }, () => apiProcess(app)))
  const apis = addresses.map(address => apiClient(address, token))
  const receiver = await startReceiver()
  const made = await app.api(token).call(createWebhookEndpoint, { url: receiver.url, events: ['patient.created'] })
  const owner = await employee(app, clinic, 'owner')
  const file = { branchId: branch.id, firstName: 'Sara', lastName: 'Ali' }

  const asked: Asked[] = []
  const open: Promise<unknown>[] = []
  async function ask(api: (typeof apis)[number]): Promise<void> {
    const begun = performance.now()
    const { status, body } = await api.call(createPatient, file)
    asked.push({ status, begun, ended: performance.now(), id: status === 201 ? body.data.id : '' })
  }
  const loading = new AbortController()
  async function load(): Promise<void> {
    let number = 0
    for await (const _ of setInterval(EVERY_MS, undefined)) {
      if (loading.signal.aborted) return
      for (const api of apis.slice(number++ % PROCESSES).slice(0, 1)) open.push(ask(api))
    }
  }
  const loaded = load()
  const succeeded = () => asked.filter(({ status }) => status === 201)
  const refused = () => asked.filter(({ status }) => status === 403)

  await eventually(async () => succeeded().length >= ENOUGH && receiver.received.length > 0, true)
  assert.equal((await owner.send('POST', '/plugins/stop', {})).status, 200)
  const stopped = performance.now()
  const atDesk = [await app.write(clinic, tx => openPatientFile(tx, file))]
  await eventually(async () => refused().length >= ENOUGH, true)
  loading.abort()
  await loaded
  await Promise.all(open)
  atDesk.push(await app.write(clinic, tx => openPatientFile(tx, file)))
  await eventually(async () => (await app.sql('select from webhook_delivery')).length, 0)

  assert.deepEqual([...new Set(asked.map(({ status }) => status))].sort(), [201, 403])
  const late = succeeded().filter(({ begun }) => begun > stopped)
  assert.deepEqual(late, [], 'What is asked after the stop was answered is refused by every process.')
  const last = Math.max(...succeeded().map(({ ended }) => ended))
  const lastAttempt = Math.max(...receiver.received.map(({ at }) => at))
  assert.ok(last - stopped <= WITHIN_MS, `The last success came ${last - stopped} ms after the stop.`)
  assert.ok(lastAttempt - stopped <= WITHIN_MS, `The last attempt came ${lastAttempt - stopped} ms after the stop.`)

  const happened = [...succeeded(), ...atDesk].map(({ id }) => id)
  const told = () => new Set(receiver.received.map(({ event }) => String(event.data.id)))
  const { missed } = (await owner.send<Returned<typeof startPlugins>>('POST', '/plugins/start', {})).body.data
  assert.equal(missed.events, happened.length - told().size)
  const recovering = await app.api(token).call(recoverWebhookDeliveries, { id: made.body.data.id, since: missed.since })
  assert.equal(recovering.status, 200, recovering.text)
  await runJobs(app)
  await eventually(async () => happened.filter(id => !told().has(id)), [])
})
