import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EVENT_TYPES } from '@clinic/contract/event-types.ts'
import { getInstallation } from '@clinic/contract/installation.ts'
import { createPatient, getPatient } from '@clinic/contract/patients.ts'
import { triggerEvent } from '@clinic/contract/sandbox.ts'
import { TRIGGER_TYPES, type TriggerType } from '@clinic/contract/sandbox-fields.ts'
import { createWebhookEndpoint } from '@clinic/contract/webhook-endpoints.ts'
import { verifyWebhook } from '@clinic/sdk/verify-webhook.ts'
import type { Api } from '../../test/support/app/api-client.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { eventually } from '../../test/support/eventually.ts'
import { startDispatcher } from '../../test/support/webhooks/deliveries.ts'
import { startReceiver } from '../../test/support/webhooks/receiver.ts'

const app = await startApp()
await startDispatcher(app)

/** A sandbox clinic with nothing in it but a plugin that is told of everything. */
async function emptySandbox(events = EVENT_TYPES) {
  const clinic = await app.clinic({ sandbox: true })
  const { token } = await app.installation(clinic, { mode: 'TEST', events })
  const receiver = await startReceiver()
  const api = app.api(token)
  const { status, body, text } = await api.call(createWebhookEndpoint, { url: receiver.url, events: [...events] })
  assert.equal(status, 201, text)
  const secret = body.data.signingSecret
  const allSent = () =>
    eventually(
      async () =>
        (await app.sql('select from webhook_delivery where company_id = $1', [clinic.company_id])).length === 0,
      true,
    )
  return { clinic, api, receiver, secret, allSent }
}

const LAST: TriggerType = 'installation.uninstalled'
const BEFORE = TRIGGER_TYPES.filter(type => type !== LAST)

const cause = async (api: Api, type: TriggerType) => {
  const { status, body, text } = await api.call(triggerEvent, { type })
  assert.equal(status, 201, `${type}: ${text}`)
  return body.data
}

test('62 triggers each deliver exactly the marked event, in a clinic that has no records yet, and again in one that has', async () => {
  assert.equal(TRIGGER_TYPES.length, 62)
  const { api, receiver, allSent } = await emptySandbox()
  const caused: [string, string][] = []
  for (const _turn of ['no records', 'records'])
    for (const type of BEFORE) {
      const { events } = await cause(api, type)
      const asked = events.filter(event => event.asked).map(event => event.type)
      assert.deepEqual(asked, [type])
      caused.push(...events.map(event => [event.id, event.type] as [string, string]))
    }
  await allSent()
  const { events } = await cause(api, LAST)
  assert.deepEqual(
    events.map(({ type, asked }) => [type, asked]),
    [[LAST, true]],
  )
  await allSent()
  caused.push(...events.map(event => [event.id, event.type] as [string, string]))
  const sent = receiver.received.map(({ event }) => [event.id, event.type])
  assert.deepEqual(sent.sort(), caused.sort())
  assert.deepEqual(new Set(caused.map(([, type]) => type)), new Set(TRIGGER_TYPES))
})

test('a token of a live clinic gets 404, as for a path that is not there', async () => {
  const { api } = await app.practice()
  const { status, body } = await api.call(triggerEvent, { type: 'patient.created' })
  const unknown = await api.post('/sandbox/nothing', {})
  assert.deepEqual([status, unknown.status], [404, 404])
  assert.deepEqual([body.error.code, body.error.details], [unknown.body.error.code, unknown.body.error.details])
})

test('an event whose type was not granted happens undelivered', async () => {
  const { clinic, api, receiver, allSent } = await emptySandbox(['patient.created'])
  const { events } = await cause(api, 'appointment.created')
  await allSent()
  assert.deepEqual(
    events.map(({ type }) => type),
    ['patient.created', 'appointment.created'],
  )
  const stored = await app.sql<{ type: string }>(
    'select type from event where company_id = $1 and not test order by created_at, id',
    [clinic.company_id],
  )
  assert.deepEqual(
    stored.map(({ type }) => type),
    ['patient.created', 'appointment.created'],
  )
  assert.deepEqual(
    receiver.received.map(({ event }) => event.type),
    ['patient.created'],
  )
})

test('set says what the record is, or which one is meant; what a type does not take is refused by name', async () => {
  const { api } = await emptySandbox()
  const made = await api.call(triggerEvent, { type: 'patient.created', set: { firstName: 'Huda', address: '' } })
  const [id = ''] = made.body.data.records.filter(({ kind }) => kind === 'patient').map(record => record.id)
  const patient = (await api.call(getPatient, { id })).body.data
  assert.deepEqual([patient.firstName, patient.address], ['Huda', null])
  const changed = await api.call(triggerEvent, { type: 'patient.updated', set: { id, lastName: 'Saleh' } })
  assert.equal(changed.status, 201, changed.text)
  assert.equal((await api.call(getPatient, { id })).body.data.lastName, 'Saleh')
  const wrong = await api.call(triggerEvent, { type: 'patient.created', set: { frstName: 'Huda', title: 3 } })
  assert.equal(wrong.status, 400)
  assert.deepEqual(wrong.body.error.details?.issues?.map(({ path }) => path).sort(), ['/set/frstName', '/set/title'])
})

test('what would change nothing is refused, and leaves nothing', async () => {
  const { clinic, api } = await emptySandbox()
  const { body } = await api.call(triggerEvent, { type: 'laborder.created' })
  const [id = ''] = body.data.records.filter(({ kind }) => kind === 'lab_order').map(record => record.id)
  const count = () => app.sql('select count(*) from event where company_id = $1', [clinic.company_id])
  const before = await count()
  const again = await api.call(triggerEvent, { type: 'laborder.updated', set: { id, shade: 'A2' } })
  assert.deepEqual([again.status, again.body.error.details?.issues?.[0]?.code], [400, 'no_event'])
  assert.deepEqual(await count(), before)
})

test('another clinic’s records are not found by set', async () => {
  const { api } = await emptySandbox()
  const other = await app.practice({ mode: 'TEST' })
  for (const [type, set] of [
    ['patient.updated', { id: other.patient.id }],
    ['appointment.created', { doctorId: other.doctor.id }],
    ['points.earned', { patientId: other.patient.id }],
    ['file.created', { patientId: other.patient.id }],
  ] as const) {
    const { status, text } = await api.call(triggerEvent, { type, set })
    assert.equal(status, 404, `${type}: ${text}`)
  }
})

test('twenty in one go are twenty marked events, and the same request again is answered the same', async () => {
  const { clinic, api } = await emptySandbox()
  const wish = { type: 'payment.created', times: 20 } as const
  const first = await api.call(triggerEvent, wish, { key: 'twenty' })
  assert.equal(first.status, 201, first.text)
  assert.equal(first.body.data.events.filter(({ asked }) => asked).length, 20)
  const again = await api.call(triggerEvent, wish, { key: 'twenty' })
  assert.equal(again.text, first.text)
  const payments = await app.sql('select from payment where company_id = $1', [clinic.company_id])
  assert.equal(payments.length, 20)
  assert.equal((await api.call(triggerEvent, { ...wish, times: 21 as number })).status, 400)
})

test('a plugin that is removed is installed anew with the same grant, endpoints and secrets, and its key is shown once', async () => {
  const { clinic, api, receiver, secret, allSent } = await emptySandbox()
  const before = (await api.call(getInstallation, {})).body.data
  const { token } = await cause(api, LAST)
  assert.equal((await api.call(getInstallation, {})).status, 401)
  const anew = app.api(String(token))
  const after = (await anew.call(getInstallation, {})).body.data
  assert.notEqual(after.id, before.id)
  const grant = ({ grantedScopes, grantedEvents, pluginSlug, pluginVersion }: typeof before) => ({
    grantedScopes,
    grantedEvents,
    pluginSlug,
    pluginVersion,
  })
  assert.deepEqual(grant(after), grant(before))
  const branch = await app.branch(clinic)
  await anew.call(createPatient, { branchId: branch.id, firstName: 'Sara', lastName: 'Ali' })
  await allSent()
  assert.deepEqual(
    receiver.received.map(({ event }) => event.type),
    [LAST, 'patient.created'],
  )
  for (const { rawBody, headers } of receiver.received) await verifyWebhook(rawBody, headers, secret)
  const gone = await anew.call(triggerEvent, { type: LAST, set: { reinstall: false } })
  assert.deepEqual([gone.status, gone.body.data.token], [201, null])
  assert.equal((await anew.call(getInstallation, {})).status, 401)
})
