import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listClinicFeedback } from '@clinic/contract/staff/patient-feedback.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { staffClient, staffMember } from '../../test/support/staff/scene.ts'
import { type NewFeedback, submitFeedback } from '../domain/feedback/feedback.ts'

const app = await startApp()
const { clinic, branch, doctor, patient } = await app.practice()
const elsewhere = await app.branch(clinic)
const submit = (values: Partial<NewFeedback>) =>
  app.write(clinic, tx => submitFeedback(tx, { rating: 5, channel: 'link', branchId: branch.id, ...values }))
const as = async (role: string, practitioner?: { id: string }) => {
  const { cookie } = await staffMember(app, clinic, role, practitioner)
  return staffClient(app, () => cookie)
}

test('the staff reads what patients said, newest first, of a doctor or with a rating; of the branches in sight, and recorded', async () => {
  const about = { patientId: patient.id, doctorId: doctor.id }
  const first = await submit({ ...about, rating: 2, comment: '<b>Long</b> wait', recommendScore: 3 })
  const second = await submit({ rating: 5 })
  const far = await submit({ rating: 1, branchId: elsewhere.id })
  const assistant = await as('assistant')
  const listed = async (asked: object, by = assistant) =>
    (await by.list(listClinicFeedback, asked)).body.data.map(({ id }) => id)
  const ids = [far, second, first].map(({ id }) => id)
  assert.deepEqual((await listed({})).toSorted(), ids.toSorted())
  assert.deepEqual(await listed({ doctorId: doctor.id }), [first.id])
  assert.deepEqual(await listed({ patientId: patient.id }), [first.id])
  assert.deepEqual(await listed({ rating: 5 }), [second.id])
  const [said] = (await assistant.list(listClinicFeedback, { doctorId: doctor.id })).body.data
  assert.deepEqual(
    [said?.patientName !== null, said?.fileNumber, said?.comment, said?.recommendScore, said?.resolved],
    [true, patient.file_number, '<b>Long</b> wait', 3, false],
  )
  const [nameless] = (await assistant.list(listClinicFeedback, { rating: 5 })).body.data
  assert.deepEqual([nameless?.patientName, nameless?.fileNumber, nameless?.patientId], [null, null, null])

  const there = await as('receptionist', await app.doctor([elsewhere]))
  assert.deepEqual(await listed({}, there), [far.id])
  assert.equal((await (await as('accountant')).list(listClinicFeedback, {})).status, 403)
  const foreign = await app.practice()
  assert.deepEqual((await assistant.list(listClinicFeedback, { branchId: foreign.branch.id })).body.data ?? [], [])
  const recorded = await app.sql(
    `select patient_ids from audit_record where company_id = $1 and operation = 'listClinicFeedback' and patient_ids = $2 limit 1`,
    [clinic.company_id, [patient.id]],
  )
  assert.equal(recorded.length, 1)
})
