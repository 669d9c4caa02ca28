import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Returned } from '@clinic/contract/kernel.ts'
import type { getDeliveryAttempt } from '@clinic/contract/staff/deliveries.ts'
import { createWebhookEndpoint } from '@clinic/contract/webhook-endpoints.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { eventually } from '../../test/support/eventually.ts'
import { employee } from '../../test/support/staff/staff.ts'
import { startDispatcher } from '../../test/support/webhooks/deliveries.ts'
import { startReceiver } from '../../test/support/webhooks/receiver.ts'
import { openPatientFile } from '../domain/patients/open-patient-file.ts'
import { keptHead } from './answer-head.ts'
import { headBudget } from './head-budget.ts'

const app = await startApp()
await startDispatcher(app, { rules: { backoffMs: 5, maxAttempts: 2, maxConsecutiveFailures: 20 } })

type Attempt = Returned<typeof getDeliveryAttempt>

test('how an attempt was answered is kept sealed, without cookies and credentials, its first 2 KB alone, with how long each part took', async () => {
  const clinic = await app.clinic({ sandbox: true })
  const branch = await app.branch(clinic)
  const owner = await employee(app, clinic, 'owner')
  const { token } = await app.installation(clinic, { mode: 'TEST' })
  const receiver = await startReceiver(response =>
    response
      .writeHead(503, {
        'content-type': 'text/plain',
        'set-cookie': ['session=planted-cookie'],
        'x-api-key': 'planted-key',
      })
      .end(`{"token":"planted-token","why":"away"}${'x'.repeat(4000)}`),
  )
  const made = await app.api(token).call(createWebhookEndpoint, { url: receiver.url, events: ['patient.created'] })
  await app.write(clinic, tx => openPatientFile(tx, { branchId: branch.id, firstName: 'Sara', lastName: 'Ali' }))
  const rows = () =>
    app.sql<{ delivery_id: string; response: Buffer }>('select * from webhook_attempt where company_id = $1', [
      clinic.company_id,
    ])
  await eventually(async () => (await rows()).length, 2)
  const [row] = await rows()
  assert.ok(!row?.response.toString('latin1').includes('away'))
  const path = `/deliveries/${row?.delivery_id}/attempts/1`
  const { data } = (await owner.send<Attempt>('GET', path)).body
  const text = JSON.stringify(data.response)
  assert.ok(data.response?.cut && data.response.body.length <= 2048)
  assert.match(text, /"why\\":\\"away/)
  for (const planted of ['planted-cookie', 'planted-key', 'planted-token']) assert.ok(!text.includes(planted), planted)
  assert.deepEqual(
    data.response.headers.filter(({ name }) => name === 'content-type').map(({ value }) => value),
    ['text/plain'],
  )
  const { connectMs, firstByteMs, durationMs, tlsMs } = data
  assert.ok(connectMs !== null && firstByteMs !== null && durationMs !== null)
  assert.ok(connectMs <= firstByteMs && firstByteMs <= durationMs + 1)
  assert.equal(tlsMs, null)
  assert.equal(made.status, 201)
})

test('of an endpoint 100 KB a minute are kept, of another its own, and in the next minute as much again', () => {
  let now = 0
  const budget = headBudget(() => now)
  for (let n = 0; n < 50; n++) assert.ok(budget.takeBytes('one', 2000))
  assert.ok(!budget.takeBytes('one', 1))
  assert.ok(budget.takeBytes('other', 2000))
  now = 60_000
  assert.ok(budget.takeBytes('one', 2000))
})

test('in a rush the first 400 good answers of a second are kept, and in the next as many again', () => {
  let now = 0
  const { takeGood } = headBudget(() => now)
  const kept = () => Array.from({ length: 1_000 }, takeGood).filter(isKept => isKept).length
  assert.equal(kept(), 400)
  now = 1_000
  assert.equal(kept(), 400)
})

test('what stands for a credential is masked wherever it stands in an answer', () => {
  const head = (headers: Record<string, string | string[]>, body = '') =>
    JSON.stringify(keptHead({ headers, body: Buffer.from(body), cut: false }))
  for (const name of ['set-cookie', 'authorization', 'x-auth-token', 'proxy-authenticate', 'x-api-key', 'x-session-id'])
    assert.ok(!head({ [name]: ['planted'] }).includes('planted'), name)
  for (const body of [
    '{"access_token": "planted"}',
    '{"clientSecret":"planted"}',
    'password=planted&x=1',
    'Authorization: Bearer planted',
    'use Basic planted==',
    '{"apiKey":"planted',
  ])
    assert.ok(!head({}, body).includes('planted'), body)
  assert.ok(head({}, '{"message":"patient not known"}').includes('patient not known'))
})
