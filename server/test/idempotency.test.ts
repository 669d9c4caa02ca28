import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { cancelAppointment, createAppointment } from '@clinic/contract/appointments.ts'
import { createFormSubmission } from '@clinic/contract/forms.ts'
import { createPatient } from '@clinic/contract/patients.ts'
import type { ScopeName } from '@clinic/contract/scopes.ts'
import { invite } from '@clinic/contract/staff/invitations.ts'
import { triggerSandboxEvent } from '@clinic/contract/staff/sandbox.ts'
import pg from 'pg'
import { createForm } from '../src/domain/forms/form.ts'
import { begin } from '../src/http/idempotency.ts'
import { apiClient } from './support/app/api-client.ts'
import { startApiProcess } from './support/app/api-process.ts'
import { startApp } from './support/app/harness.ts'
import { atEnd } from './support/at-end.ts'
import { at } from './support/clock.ts'
import { SESSIONS } from './support/database/sessions.ts'
import { eventually } from './support/eventually.ts'
import { openStaffScene } from './support/staff/scene.ts'
import { ORIGIN } from './support/staff/staff.ts'

const app = await startApp()
const { clinic, branch, doctor, patient, api } = await app.practice()
const { token } = await app.installation(clinic)
const elsewhere = await startApiProcess(app)
const person = { branchId: branch.id, firstName: 'Sara', lastName: 'Invented' }

let hours = 0
async function booked() {
  const [start, end] = [at('10:00', ++hours), at('10:30', hours)]
  const input = { branchId: branch.id, doctorId: doctor.id, patientId: patient.id, start, end, urgent: true }
  return { input, ...(await api.call(createAppointment, input)).body.data }
}

/** A transaction of its own, open until it is rolled back. */
async function openTransaction(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: app.database.ownerUrl })
  atEnd(() => client.end())
  await client.connect()
  await client.query('begin')
  return client
}

/** Holds the appointment's row, so that a request that changes it waits within its transaction. */
async function hold(id: string): Promise<{ release(): Promise<unknown> }> {
  const client = await openTransaction()
  await client.query('select 1 from appointment where id = $1 for update', [id])
  return { release: () => client.query('rollback') }
}

const WAITING = `from ${SESSIONS} where application_name = 'clinic writes' and wait_event_type = 'Lock'`
const waiting = async () => (await app.sql<{ count: number }>(`select count(*)::int as count ${WAITING}`))[0]?.count
const cancelledEvents = async (id: string) =>
  (await app.sql(`select 1 from event where type = 'appointment.cancelled' and data->>'id' = $1`, [id])).length

test('one key sent to two processes at the same time happens once', async () => {
  const clients = [app.api(token), apiClient(elsewhere.address, token)]
  const sent = Array.from({ length: 20 }, (_, n) => clients[n % 2]?.call(createPatient, person, { key: 'both' }))
  const answers = (await Promise.all(sent)).filter(answer => answer !== undefined)
  assert.equal(new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text)).size, 1)
  assert.deepEqual(
    [...new Set(answers.map(({ status }) => status))].filter(status => status !== 409),
    [201],
  )
  const made = await app.sql('select 1 from patient where company_id = $1 and last_name = $2', [
    clinic.company_id,
    person.lastName,
  ])
  assert.equal(made.length, 1)
})

test('a process that is killed in the middle frees the key, and the request happens once when it is sent again', async () => {
  const { id } = await booked()
  const held = await hold(id)
  const lost = apiClient(elsewhere.address, token).call(cancelAppointment, { id }, { key: 'killed' })
  const failed = assert.rejects(lost)
  await eventually(waiting, 1)
  const meanwhile = await app.api(token).call(cancelAppointment, { id }, { key: 'killed' })
  assert.deepEqual([meanwhile.status, meanwhile.body.error.code], [409, 'idempotency_conflict'])
  await elsewhere.kill()
  await failed
  await held.release()
  const again = async () => (await app.api(token).call(cancelAppointment, { id }, { key: 'killed' })).status
  await eventually(again, 200)
  assert.equal(await cancelledEvents(id), 1)
})

test('a request that looked for the key just before another answered under it is refused, and what it did is undone', async () => {
  const { id } = await booked()
  await api.call(createPatient, person, { key: 'the other' })
  const held = await hold(id)
  const late = api.call(cancelAppointment, { id }, { key: 'late' })
  await eventually(waiting, 1)
  await app.sql(
    `insert into idempotency_record (company_id, installation_id, key, request_hash, status, body, sealed, field_scopes,
      created_at)
    select company_id, installation_id, 'late', request_hash, status, body, sealed, field_scopes, now()
    from idempotency_record where company_id = $1 and key = 'the other'`,
    [clinic.company_id],
  )
  await held.release()
  const { status, body } = await late
  assert.deepEqual([status, body.error.code], [409, 'idempotency_conflict'])
  assert.equal(await cancelledEvents(id), 0)
  assert.equal((await api.call(cancelAppointment, { id }, { key: 'in time' })).status, 200)
})

test('a request that fails on our side is not stored: sent again under its key it runs', async () => {
  const { id } = await booked()
  const held = await hold(id)
  const cancelling = api.call(cancelAppointment, { id }, { key: 'terminated' })
  await eventually(waiting, 1)
  await app.sql(`select pg_terminate_backend(pid) ${WAITING}`)
  const { status, body } = await cancelling
  assert.deepEqual([status, body.error.code], [503, 'service_unavailable'])
  assert.deepEqual(Object.keys(body.error), ['code', 'message', 'requestId'])
  await held.release()
  const again = await api.call(cancelAppointment, { id }, { key: 'terminated' })
  assert.deepEqual([again.status, again.headers.get('idempotent-replay')], [200, null])
  assert.equal(await cancelledEvents(id), 1)
})

test('a refusal by the clinic’s state is stored, and repeated even when the state has changed', async () => {
  const { id, input } = await booked()
  const refused = await api.call(createAppointment, input, { key: 'refused' })
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'slot_unavailable'])
  await api.call(cancelAppointment, { id })
  const again = await api.call(createAppointment, input, { key: 'refused' })
  assert.deepEqual([again.status, again.text], [409, refused.text])
  assert.equal(again.headers.get('idempotent-replay'), 'true')
  assert.equal((await api.call(createAppointment, input, { key: 'fresh' })).status, 201)
})

test('a key is remembered for 24 hours, not less and not more', async () => {
  const first = await api.call(createPatient, person, { key: 'old' })
  const age = (interval: string) =>
    app.sql(`update idempotency_record set created_at = now() - $1::interval where key = 'old'`, [interval])
  await age('23 hours 59 minutes')
  const replay = await api.call(createPatient, person, { key: 'old' })
  assert.deepEqual([replay.text, replay.headers.get('idempotent-replay')], [first.text, 'true'])
  await age('24 hours 1 second')
  const fresh = await api.call(createPatient, person, { key: 'old' })
  assert.deepEqual([fresh.status, fresh.headers.get('idempotent-replay')], [201, null])
  assert.notEqual(fresh.body.data.id, first.body.data.id)
  assert.equal((await api.call(createPatient, person, { key: 'old' })).text, fresh.text)
})

test('what is shown again is recorded in the audit again', async () => {
  const audited = async (answer: { headers: Headers }) => {
    const id = answer.headers.get('service-request-id')
    return app.sql('select operation, patient_ids, field_scopes from audit_record where request_id = $1', [id])
  }
  const first = await api.call(createPatient, person, { key: 'audited' })
  const again = await api.call(createPatient, person, { key: 'audited' })
  const shown = { operation: 'createPatient', patient_ids: [first.body.data.id], field_scopes: ['patients:read.pii'] }
  assert.deepEqual(await audited(first), [shown])
  assert.deepEqual(await audited(again), [shown])
})

/** A plugin that may lose scopes, and a form that asks for a phone. */
async function plugin(scopes: readonly ScopeName[]) {
  const { token, installation } = await app.installation(clinic, { scopes })
  const grant = (granted: readonly ScopeName[]) =>
    app.sql('update installation set granted_scopes = $2 where id = $1', [installation.id, granted])
  return { api: app.api(token), grant }
}

test('what is repeated is what its caller may read by now, and what they may not call any more is refused', async () => {
  const scopes: ScopeName[] = ['patients:read', 'patients:write', 'patients:read.pii']
  const { api, grant } = await plugin(scopes)
  const repeat = () => api.call(createPatient, { ...person, phoneNumber: '0501234567' }, { key: 'withdrawn' })
  const first = await repeat()
  assert.deepEqual([first.body.data.firstName, first.body.data.phoneNumber], ['Sara', '+966501234567'])
  await grant(['patients:read', 'patients:write'])
  const less = await repeat()
  assert.deepEqual([less.status, less.headers.get('idempotent-replay')], [201, 'true'])
  assert.doesNotMatch(less.text, /Sara|Invented|966501234567/)
  const { firstName, lastName, fullName, phoneNumber, ...rest } = first.body.data
  const { email, birthDate, address, nationalId, insuranceCompanyId, insurance, ...others } = rest
  assert.deepEqual(less.body.data, others)
  const requestId = less.headers.get('service-request-id')
  const recorded = await app.sql('select field_scopes from audit_record where request_id = $1', [requestId])
  assert.deepEqual(recorded, [{ field_scopes: [] }])
  await grant(scopes)
  assert.equal((await repeat()).text, first.text)
  await grant(['patients:read', 'patients:read.pii'])
  const refused = await repeat()
  assert.deepEqual([refused.status, refused.body.error.code], [403, 'insufficient_scope'])
})

test('a repetition never shows more than the answer did, whatever was granted since', async () => {
  const { api, grant } = await plugin(['patients:write'])
  const first = await api.call(createPatient, person, { key: 'granted since' })
  await grant(['patients:write', 'patients:read.pii'])
  assert.equal((await api.call(createPatient, person, { key: 'granted since' })).text, first.text)
  assert.doesNotMatch(first.text, /Sara/)
})

test('what is shown in parts by now is left out of a repetition, which no longer knows the parts', async () => {
  const fields = [{ key: 'mobile', type: 'phone' as const, label: { en: 'How do we reach you?' } }]
  const { form } = await app.write(clinic, tx => createForm(tx, { title: 'Contact', fields }))
  const scopes: ScopeName[] = ['forms:read', 'forms:write']
  const { api, grant } = await plugin([...scopes, 'patients:read.pii'])
  const input = { formId: form.id, patientId: patient.id, answers: { mobile: '+966501234567' } }
  const repeat = () => api.call(createFormSubmission, input, { key: 'in parts' })
  assert.deepEqual((await repeat()).body.data.answers, input.answers)
  await grant(scopes)
  const less = await repeat()
  assert.deepEqual([less.status, 'answers' in less.body.data], [201, false])
  assert.equal(less.body.data.patientId, patient.id)
})

test('a person whose role changed is refused what they did before, under its key too', async () => {
  const { api, clinic: theirs, user } = await openStaffScene(app)
  const repeat = () => api.call(invite, { email: 'again@invented.example', role: 'doctor' }, { key: 'demoted' })
  const first = await repeat()
  assert.equal((await repeat()).text, first.text)
  await app.sql("update membership set role = 'receptionist' where company_id = $1 and user_id = $2", [
    theirs.company_id,
    user.id,
  ])
  const { status, text } = await repeat()
  assert.equal(status, 403)
  assert.doesNotMatch(text, /invented/)
})

test('when the answer to a person is lost with its connection, the same request again has made one record and one event', async () => {
  const { clinic: theirs, cookie, api: owner } = await openStaffScene(app)
  const { installation } = await app.installation(theirs)
  const wish = { type: 'patient.created' as const, installationId: installation.id, times: 1 }
  const key = 'an answer that is lost'
  const headers = { cookie, origin: ORIGIN, 'idempotency-key': key, 'content-type': 'application/json' }
  const made = async () => {
    const [row] = await app.sql(
      `select (select count(*)::int from patient where company_id = $1) as patients,
        (select count(*)::int from event where company_id = $1 and type = 'patient.created') as events`,
      [theirs.company_id],
    )
    return row
  }
  const before = Number((await made())?.patients)
  const lost = request(`${app.url}/staff/v1${triggerSandboxEvent.path}`, { method: 'POST', headers })
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  // It ends with an error when the answer was still on its way.
  lost.on('error', () => undefined).on('close', end)
  lost.end(JSON.stringify(wish))
  await eventually(async () => (await made())?.events, 1)
  lost.destroy()
  await ended
  const again = await owner.call(triggerSandboxEvent, wish, { key })
  assert.deepEqual(
    [again.status, again.headers.get('idempotent-replay')],
    [triggerSandboxEvent.status, 'true'],
    again.text,
  )
  assert.deepEqual(await made(), { patients: before + 1, events: 1 })
})

test('no stored answer holds a name, a phone or an e-mail address in clear, on whatever surface it was given', async () => {
  const named = { ...person, firstName: 'Unmistakable', phoneNumber: '0507654321', email: 'sealed@invented.example' }
  await api.call(createPatient, named, { key: 'a name' })
  const member = await openStaffScene(app)
  await member.api.call(invite, { email: 'invited@invented.example', role: 'doctor' }, { key: 'an address' })
  const rows = await app.sql<{ body: Buffer; text: string }>('select body, i::text as text from idempotency_record i')
  const stored = rows.map(({ body, text }) => `${body.toString('latin1')} ${text}`).join('\n')
  assert.ok(stored.includes('a name') && stored.includes('an address'))
  assert.doesNotMatch(stored, /Unmistakable|507654321|invented\.example/)
})

test('a person’s key that is in use in one clinic is free in another', async () => {
  const other = await app.clinic()
  const isFree = async (client: pg.Client, companyId: string) => {
    const request = { companyId, owner: 'usr_1', key: 'same', grantVersion: null, hash: Buffer.alloc(0) }
    const [statement] = begin(request)
    const { rows } = await client.query(statement?.text ?? '', [...(statement?.values ?? [])])
    return rows[0]?.free
  }
  const [first, second] = [await openTransaction(), await openTransaction()]
  assert.equal(await isFree(first, clinic.company_id), true)
  assert.equal(await isFree(second, clinic.company_id), false)
  assert.equal(await isFree(second, other.company_id), true)
  await Promise.all([first.query('rollback'), second.query('rollback')])
})
