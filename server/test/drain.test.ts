import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { cancelAppointment } from '@clinic/contract/appointments.ts'
import { getPatient } from '@clinic/contract/patients.ts'
import pg from 'pg'
import { newId } from '../src/kernel/values/ids.ts'
import { apiClient } from './support/app/api-client.ts'
import { MASTER_KEY, startApp } from './support/app/harness.ts'
import { freePort, startProduct } from './support/app/product.ts'
import { startRole } from './support/app/role-process.ts'
import { atEnd } from './support/at-end.ts'
import { at } from './support/clock.ts'
import { testDatabase } from './support/database/database.ts'
import { SESSIONS } from './support/database/sessions.ts'
import { eventually } from './support/eventually.ts'
import { LIST, MODERN } from './support/oauth/assistant-app.ts'
import { grantAssistant } from './support/oauth/assistant-grant.ts'
import { subscribers } from './support/webhooks/subscribers.ts'

/** Longer than a busy machine takes to ask a few times, shorter than a statement waits for a lock. */
const DRAIN_MS = 2_500
const DRAINS = { DRAIN_MS: String(DRAIN_MS), LOG_LEVEL: 'info' }

const resource = `http://localhost:${await freePort()}/mcp`
const app = await startApp({ ASSISTANT_URL: resource })
const owner = new pg.Client({ connectionString: app.database.ownerUrl })
await owner.connect()
atEnd(() => owner.end())

/** Tells it to end, and answers when: what code it ended with, and after how long it took no connection any more. */
function tellToEnd(child: ChildProcess, address: string) {
  const began = performance.now()
  child.kill('SIGTERM')
  const ended = once(child, 'exit')
  const refused = eventually(() => isRefused(Number(new URL(address).port)), true).then(() => performance.now() - began)
  return { code: async (): Promise<unknown> => (await ended)[0], refused }
}

const isRefused = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(false)
    })
    socket.on('error', () => resolve(true))
  })

const statusOf = async (url: string) => (await fetch(url)).status
const waits = (name: string) => async () =>
  (await app.sql(`select from ${SESSIONS} where application_name = $1 and wait_event_type = 'Lock'`, [name])).length > 0

/** It says that it is not ready, serves on all the same, and ends each connection with its answer. */
async function drains(address: string): Promise<void> {
  await eventually(() => statusOf(`${address}/readyz`), 503)
  const { status, headers } = await fetch(`${address}/healthz`)
  assert.deepEqual([status, headers.get('connection')], [200, 'close'])
}

test('an API that is told to end says so, serves on, then closes, answers what is under way and writes down what waits', async () => {
  const { clinic, branch, doctor, patient } = await app.practice()
  const { token } = await app.installation(clinic)
  const id = newId('apt')
  await app.insert('appointment', {
    ...{ company_id: clinic.company_id, id, branch_id: branch.id, doctor_id: doctor.id, status: 'OPEN' },
    ...{ starts_at: at('10:00'), ends_at: at('10:30'), created_at: at('09:00'), updated_at: at('09:00') },
  })
  const { address, child, logged } = await startRole(app, 'api', DRAINS)
  const api = apiClient(address, token)
  assert.equal((await fetch(`${address}/readyz`)).headers.get('connection'), 'keep-alive')
  await owner.query('begin')
  await owner.query('select from appointment where id = $1 for update', [id])
  const underWay = api.call(cancelAppointment, { id })
  await eventually(waits('clinic writes'), true)

  const { code, refused } = tellToEnd(child, address)
  await drains(address)
  const late = await api.call(getPatient, { id: patient.id })
  assert.deepEqual([late.status, late.headers.get('connection')], [200, 'close'])
  const refusedAfter = await refused
  assert.ok(refusedAfter >= DRAIN_MS, `It took no connections after ${refusedAfter} ms.`)
  await owner.query('commit')
  const { status, headers } = await underWay
  assert.deepEqual([status, headers.get('connection')], [200, 'close'])
  assert.equal(await code(), 0)

  const requests = [late.headers, headers].map(one => one.get('service-request-id'))
  for (const table of ['request_log', 'audit_record']) {
    const column = table === 'request_log' ? 'id' : 'request_id'
    const rows = await app.sql(`select ${column} from ${table} where ${column} = any ($1)`, [requests])
    assert.equal(rows.length, 2, table)
  }
  assert.match(logged(), /"told to end".*"ended"\}\n$/s)
})

test('an assistant that is told to end does the same, and subscriptions end with it', async () => {
  const { clinic } = await app.practice()
  const { access } = await grantAssistant(app, clinic, { resource })
  const settings = {
    ASSISTANT_PORT: new URL(resource).port,
    ASSISTANT_URL: resource,
    AUTHORIZATION_SERVER_URL: app.url,
  }
  const { child, logged } = await startRole(app, 'assistant', { ...DRAINS, ...settings })
  const { origin: address } = new URL(resource.replace('localhost', '127.0.0.1'))
  const post = (method: string, params: object, name?: string) =>
    fetch(`${address}/mcp`, {
      method: 'POST',
      headers: {
        ...{ ...MODERN, 'mcp-method': method, authorization: `Bearer ${access}` },
        ...(name !== undefined && { 'mcp-name': name }),
      },
      body: JSON.stringify({ ...LIST, method, params: { ...LIST.params, ...params } }),
    })
  const call = (more: object) => post('tools/call', { name: 'list_branches', arguments: {}, ...more }, 'list_branches')
  const followed = await post('subscriptions/listen', { notifications: { toolsListChanged: true } })
  assert.equal(followed.status, 200)
  await owner.query('begin')
  await owner.query('lock table branch in access exclusive mode')
  // The second is served by the SDK.
  const underWay = [call({}), call({ strange: true })]
  await eventually(waits('assistant reads'), true)

  const { code, refused } = tellToEnd(child, address)
  await drains(address)
  assert.equal(await statusOf(`${address}/.well-known/oauth-protected-resource/mcp`), 200)
  const refusedAfter = await refused
  assert.ok(refusedAfter >= DRAIN_MS, `It took no connections after ${refusedAfter} ms.`)
  await followed.text()
  await owner.query('commit')
  const answers = await Promise.all(underWay)
  for (const answer of answers) {
    assert.equal(answer.status, 200)
    assert.match(await answer.text(), /"structuredContent"/)
  }
  assert.equal(await code(), 0)
  assert.match(logged(), /"ended"\}\n$/)
  const requests = answers.map(answer => answer.headers.get('service-request-id'))
  assert.equal((await app.sql('select from audit_record where request_id = any ($1)', [requests])).length, 2)
})

test('a worker that is told to end finishes what it sends, and gives back the rest', async () => {
  const answering = Promise.withResolvers<void>()
  const { subscribed } = subscribers(app)
  const { receiver, addPatient, deliveries } = await subscribed(response => {
    answering.promise.then(() => response.writeHead(200).end())
  })
  const { child, logged } = await startRole(app, 'worker', DRAINS)
  await addPatient()
  await receiver.got(1)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  // It takes nothing new from here on.
  await eventually(async () => /"told to end/.test(logged()), true)
  answering.resolve()
  assert.deepEqual(await ended, [0, null])
  assert.deepEqual(
    (await deliveries()).map(({ status }) => status),
    ['SUCCEEDED'],
  )
  assert.deepEqual(await app.sql('select id from webhook_worker'), [])
  assert.deepEqual(await app.sql('select id from job_runner'), [])
  assert.match(logged(), /"ended"\}\n$/)
})

test('a role that runs alone drains, too, beside the owner’s login and without it', async () => {
  const { ownerUrl } = await testDatabase()
  const withoutLogin = Object.assign(new URL(ownerUrl), { username: '', password: '' }).href
  const settings = { ...DRAINS, ROLE: 'api', DEMO: 'off', SECRET_KEY: MASTER_KEY.toString('base64') }
  for (const [MIGRATE, DATABASE_URL] of [
    ['on', ownerUrl],
    ['off', withoutLogin],
  ] as const) {
    const { port, process: child } = await startProduct({ ...settings, MIGRATE, DATABASE_URL })
    const address = `http://127.0.0.1:${port}`
    const { code, refused } = tellToEnd(child, address)
    await drains(address)
    assert.ok((await refused) >= DRAIN_MS)
    assert.equal(await code(), 0)
  }
})
