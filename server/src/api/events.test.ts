import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getEvent, listEvents } from '@clinic/contract/events.ts'
import { createPatient, updatePatient } from '@clinic/contract/patients.ts'
import { createWebhookEndpoint, sendTestEvent } from '@clinic/contract/webhook-endpoints.ts'
import { startApp } from '../../test/support/app/harness.ts'

const app = await startApp()

/** A clinic in which so many patient files were opened. */
async function practiceWithPatients(count: number) {
  const clinic = await app.clinic()
  const branch = await app.branch(clinic)
  const api = app.api((await app.installation(clinic)).token)
  for (let n = 0; n < count; n++) {
    const answer = await api.call(createPatient, {
      branchId: branch.id,
      firstName: 'A',
      lastName: 'B',
    })
    assert.equal(answer.status, 201, answer.text)
  }
  return { api, clinic, branch }
}

test('lists what happened in the clinic as envelopes, newest first', async () => {
  const { api, branch, clinic } = await practiceWithPatients(0)
  const { body } = await api.call(createPatient, { branchId: branch.id, firstName: 'A', lastName: 'B' })
  await api.call(updatePatient, { id: body.data.id, lastName: 'C' })
  const { data } = (await api.list(listEvents, {})).body
  assert.deepEqual(
    data.map(({ type }) => type),
    ['patient.updated', 'patient.created'],
  )
  const [{ id, ...event } = { id: '' }] = data.slice(1)
  assert.match(id, /^evt_/)
  assert.deepEqual(event, {
    object: 'event',
    type: 'patient.created',
    apiVersion: '2026-07',
    createdAt: body.data.createdAt,
    companyId: clinic.company_id,
    data: { id: body.data.id, object: 'patient', branchId: branch.id, doctorId: null },
  })
  assert.deepEqual((await api.call(getEvent, { id })).body.data, { id, ...event })
})

test('goes on from an event, oldest first, without missing or repeating any', async () => {
  const { api } = await practiceWithPatients(12)
  const all = (await api.all(listEvents, {})).toReversed()
  const [first] = all
  assert.ok(first)
  const after = await api.all(listEvents, { after: first.id, limit: 4 })
  assert.deepEqual(
    after.map(({ id }) => id),
    all.slice(1).map(({ id }) => id),
  )
  assert.deepEqual((await api.list(listEvents, { after: all.at(-1)?.id })).body.data, [])
})

test('holds an event back while an earlier one can still be committed', async () => {
  const { api, clinic, branch } = await practiceWithPatients(1)
  const [first] = (await api.list(listEvents, {})).body.data
  assert.ok(first)
  const committed = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const earlier = app.write(clinic, async () => {
    begun.resolve()
    await committed.promise
  })
  await begun.promise
  await api.call(createPatient, { branchId: branch.id, firstName: 'A', lastName: 'B' })
  assert.deepEqual((await api.list(listEvents, { after: first.id })).body.data, [])
  committed.resolve()
  await earlier
  assert.equal((await api.list(listEvents, { after: first.id })).body.data.length, 1)
})

test('shows only granted types, and nothing of other clinics', async () => {
  const { clinic } = await practiceWithPatients(2)
  const { token } = await app.installation(clinic, { events: ['appointment.created'] })
  assert.deepEqual((await app.api(token).list(listEvents, {})).body.data, [])
  const { api: stranger } = await app.practice()
  const [event] = await app.sql<{ id: string }>('select id from event where company_id = $1', [clinic.company_id])
  for (const api of [app.api(token), stranger])
    assert.equal((await api.call(getEvent, { id: event?.id ?? '' })).status, 404)
})

test('keeps test events out of the list, but shows one to whom it was sent', async () => {
  const { api, clinic } = await practiceWithPatients(0)
  const url = 'https://93.184.215.14/'
  const { body } = await api.call(createWebhookEndpoint, { url, events: ['patient.created'] })
  await api.call(sendTestEvent, { id: body.data.id })
  assert.deepEqual((await api.list(listEvents, {})).body.data, [])
  const [event] = await app.sql<{ id: string }>('select id from event where company_id = $1', [clinic.company_id])
  assert.equal((await api.call(getEvent, { id: event?.id ?? '' })).status, 200)
  const { token } = await app.installation(clinic)
  assert.equal((await app.api(token).call(getEvent, { id: event?.id ?? '' })).status, 404)
})

test('does not find what is no event, nor what happened after it', async () => {
  const { api } = await practiceWithPatients(0)
  for (const id of ['yesterday', 'evt_01k9exam00000000000000000a']) {
    const answers = [await api.list(listEvents, { after: id }), await api.call(getEvent, { id })]
    for (const { status, body } of answers)
      assert.deepEqual([status, body.error.code, body.error.details], [404, 'not_found', { resource: 'event' }])
  }
})
