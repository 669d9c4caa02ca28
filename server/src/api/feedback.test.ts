import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getFeedback, listFeedback } from '@clinic/contract/feedback.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { type NewFeedback, resolveFeedback, submitFeedback } from '../domain/feedback/feedback.ts'
import { Refusal } from '../kernel/errors.ts'
import { newId } from '../kernel/values/ids.ts'

const app = await startApp()
const { clinic, branch, doctor, patient, api } = await app.practice()

const submit = (values: Partial<NewFeedback> = {}) =>
  app.write(clinic, tx => submitFeedback(tx, { rating: 5, channel: 'link', branchId: branch.id, ...values }))
const read = async (id: string) => (await api.call(getFeedback, { id })).body.data
const refusedWith = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code
let visits = 0
function visit() {
  const [at, start] = [new Date().toISOString(), Date.parse('2030-01-01T00:00:00Z') + ++visits * 3_600_000]
  return app.insert('appointment', {
    ...{ company_id: clinic.company_id, id: newId('apt'), created_at: at, updated_at: at },
    ...{ branch_id: branch.id, doctor_id: doctor.id, patient_id: patient.id, status: 'COMPLETED' },
    ...{ starts_at: new Date(start).toISOString(), ends_at: new Date(start + 1_800_000).toISOString() },
  })
}

test('feedback on a visit knows whose and where it was, and fires feedback.submitted without a word of it', async () => {
  const { id: appointmentId } = await visit()
  const values = { rating: 2, recommendScore: 3, comment: 'Long wait', channel: 'whatsapp' as const, tags: ['waiting'] }
  const { id } = await submit({ ...values, appointmentId })
  const data = await read(id)
  assert.deepEqual(
    [data.rating, data.recommendScore, data.comment, data.channel, data.tags, data.resolved, data.resolvedAt],
    [2, 3, 'Long wait', 'whatsapp', ['waiting'], false, null],
  )
  assert.deepEqual(
    [data.appointmentId, data.patientId, data.doctorId, data.branchId, data.submittedAt],
    [appointmentId, patient.id, doctor.id, branch.id, data.createdAt],
  )
  const [event] = await app.sql(`select type, data from event where data->>'id' = $1`, [id])
  assert.deepEqual(event, {
    type: 'feedback.submitted',
    data: { id, object: 'feedback', branchId: branch.id, rating: 2 },
  })
})

test('a visit is rated once, however often its link is opened', async () => {
  const { id: appointmentId } = await visit()
  const tries = await Promise.allSettled([1, 2, 3].map(() => submit({ appointmentId })))
  assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
  await assert.rejects(submit({ appointmentId }), refusedWith('invalid_state_transition'))
})

test('at a kiosk the patient need not be known; what is off the scales or of an unknown patient is refused', async () => {
  const data = await read((await submit({ channel: 'kiosk' })).id)
  assert.deepEqual([data.channel, data.patientId, data.doctorId, data.branchId], ['kiosk', null, null, branch.id])
  for (const values of [{ rating: 0 }, { rating: 6 }, { rating: 4.5 }, { recommendScore: 11 }, { branchId: undefined }])
    await assert.rejects(submit(values), refusedWith('validation_failed'))
  await assert.rejects(submit({ patientId: 'pat_unknown' }), refusedWith('not_found'))
})

test('is resolved, and unresolved again', async () => {
  const { id } = await submit({ rating: 1 })
  const resolve = (resolved: boolean) => app.write(clinic, tx => resolveFeedback(tx, { id, resolved }))
  const first = await resolve(true)
  assert.deepEqual((await resolve(true)).resolved_at, first.resolved_at)
  assert.deepEqual([(await read(id)).resolved, (await read(id)).resolvedAt], [true, first.updated_at])
  await resolve(false)
  assert.deepEqual([(await read(id)).resolved, (await read(id)).resolvedAt], [false, null])
})

test('each filter narrows the list', async () => {
  const everything = await api.all(listFeedback, {})
  for (const query of [{ rating: 1 }, { rating: 5 }, { doctorId: doctor.id }, { patientId: patient.id }]) {
    const [[field, value] = ['', '']] = Object.entries(query)
    const expected = everything.filter(each => new Map<string, unknown>(Object.entries(each)).get(field) === value)
    assert.ok(expected.length > 0 && expected.length < everything.length, field)
    assert.deepEqual(await api.all(listFeedback, query), expected)
  }
  assert.deepEqual(await api.all(listFeedback, { branchId: (await app.branch(clinic)).id }), [])
})
