import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getPrescription, listPrescriptions } from '@clinic/contract/prescriptions.ts'
import {
  cancelPrescription,
  getPrescriptionSheet,
  listClinicMedications,
  listPrescriptionsOfPatient,
  prescribe,
} from '@clinic/contract/staff/prescriptions.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { staffClient, staffMember } from '../../test/support/staff/scene.ts'
import { addMedication } from '../domain/clinical/add-medication.ts'

const app = await startApp()
const { clinic, branch, doctor, patient, api } = await app.practice()
const company = clinic.company_id

async function as(role: string, who?: { id: string }) {
  const { cookie } = await staffMember(app, clinic, role, who)
  return staffClient(app, () => cookie)
}
const [dentist, stranger, nurse, owner] = [
  await as('doctor', doctor),
  await as('doctor'),
  await as('assistant'),
  await as('owner'),
]
const about = { patientId: patient.id, branchId: branch.id }
const amoxicillin = await app.write(clinic, tx =>
  addMedication(tx, {
    name: 'Amoxicillin 100%',
    category: 'Antibiotics',
    strength: '500 mg',
    sig: 'Three a day',
    duration: 7,
  }),
)
const events = () =>
  app.sql<{ type: string; data: { id: string } }>('select type, data from event where company_id = $1 order by id', [
    company,
  ])
const refusal = ({ status, body }: { status: number; body: { error: { code: string } } }) => [status, body.error.code]

test('a doctor prescribes from the formulary: prescription.created once, without a name in it', async () => {
  const before = (await events()).length
  const medications = [
    { medicationId: amoxicillin.id, duration: 5 },
    { name: 'Rinse <b>', sig: 'Twice a day' },
  ]
  const { status, body, text } = await dentist.call(prescribe, { ...about, details: 'After meals', medications })
  assert.equal(status, 201, text)
  const { data } = body
  assert.deepEqual([data.doctorId, data.canceledAt, data.allowed], [doctor.id, null, ['CANCEL']])
  assert.deepEqual(
    data.medications.map(({ name, strength, sig, duration }) => [name, strength, sig, duration]),
    [
      ['Amoxicillin 100%', '500 mg', 'Three a day', 5],
      ['Rinse <b>', null, 'Twice a day', null],
    ],
  )
  const told = (await events()).slice(before)
  assert.deepEqual(
    told.map(({ type, data: { id } }) => [type, id]),
    [['prescription.created', data.id]],
  )
  assert.doesNotMatch(JSON.stringify(told), /Amoxicillin|Rinse|meals/)
  assert.deepEqual((await api.call(getPrescription, { id: data.id })).body.data.details, 'After meals')
})

test('who is no doctor of the clinic prescribes nothing, and cancels nothing', async () => {
  const medications = [{ name: 'Ibuprofen' }]
  const made = (await dentist.call(prescribe, { ...about, medications })).body.data
  const before = (await events()).length
  for (const client of [stranger, nurse, owner]) {
    assert.deepEqual(refusal(await client.call(prescribe, { ...about, medications })), [403, 'not_permitted'])
    const canceled = await client.call(cancelPrescription, { id: made.id, reason: 'x' })
    assert.deepEqual(refusal(canceled), [403, 'not_permitted'])
  }
  const other = await app.practice()
  const foreign = await dentist.call(prescribe, { ...about, patientId: other.patient.id, medications })
  assert.deepEqual(refusal(foreign), [404, 'not_found'])
  const theirs = [{ medicationId: 'med_none' }]
  assert.deepEqual(refusal(await dentist.call(prescribe, { ...about, medications: theirs })), [404, 'not_found'])
  assert.deepEqual(refusal(await dentist.call(prescribe, { ...about, medications: [{}] })), [400, 'validation_failed'])
  assert.equal((await events()).length, before)
})

test('canceled, plugins see a prescription without medications, and the staff sees what it was and why', async () => {
  const made = await dentist.call(prescribe, { ...about, details: 'After meals', medications: [{ name: 'Ibuprofen' }] })
  const { id } = made.body.data
  const before = (await events()).length
  const canceled = await dentist.call(cancelPrescription, { id, reason: 'Allergy' })
  assert.equal(canceled.status, 200, canceled.text)
  assert.deepEqual([canceled.body.data.cancelReason, canceled.body.data.allowed], ['Allergy', []])
  assert.equal(canceled.body.data.medications[0]?.name, 'Ibuprofen')
  assert.equal((await events()).length, before)
  const shown = (await api.call(getPrescription, { id })).body.data
  assert.deepEqual(shown.medications, [])
  assert.match(String(shown.details), /^CANCELED \d{4}-\d\d-\d\dT.*Z\nAfter meals$/)
  const listed = (await api.all(listPrescriptions, { patientId: patient.id })).find(one => one.id === id)
  assert.deepEqual(listed, shown)
  const again = await dentist.call(cancelPrescription, { id, reason: 'Again' })
  assert.deepEqual(refusal(again), [409, 'invalid_state_transition'])
  const list = (await nurse.call(listPrescriptionsOfPatient, { id: patient.id })).body
  assert.equal(JSON.stringify(list).includes('Allergy'), true)
})

test('medications are found by letters of name or category, and by those signs that are signs', async () => {
  const found = async (q?: string) => {
    const { body } = await dentist.call(listClinicMedications, { q })
    return (body.data as unknown as { name: string }[]).map(({ name }) => name)
  }
  assert.deepEqual(await found('AMOX'), ['Amoxicillin 100%'])
  assert.deepEqual(await found('antibio'), ['Amoxicillin 100%'])
  assert.deepEqual(await found('0%'), ['Amoxicillin 100%'])
  assert.deepEqual(await found('x%m'), [])
  assert.deepEqual(await found(), ['Amoxicillin 100%'])
})

test('the paper says whose it is, who wrote it and where, is recorded as read, and no other clinic finds it', async () => {
  const made = await dentist.call(prescribe, { ...about, medications: [{ name: 'Ibuprofen' }] })
  const { id } = made.body.data
  const { status, body, text } = await nurse.call(getPrescriptionSheet, { id })
  assert.equal(status, 200, text)
  const { data } = body
  assert.deepEqual(
    [data.patientName, data.fileNumber, data.clinicName, data.branchName, data.doctorName, data.canceledAt],
    [
      [patient.first_name, patient.last_name].filter(Boolean).join(' '),
      ...[patient.file_number, clinic.name, branch.name, doctor.display_name, null],
    ],
  )
  const reads = await app.sql<{ patient_ids: string[] }>(
    `select patient_ids from audit_record where company_id = $1 and operation = 'getPrescriptionSheet'`,
    [company],
  )
  assert.deepEqual(reads, [{ patient_ids: [patient.id] }])
  const other = await app.practice()
  const theirs = await staffMember(app, other.clinic, 'doctor')
  const foreign = await staffClient(app, () => theirs.cookie).call(getPrescriptionSheet, { id })
  assert.deepEqual(refusal(foreign), [404, 'not_found'])
  assert.deepEqual(refusal(await (await as('receptionist')).call(getPrescriptionSheet, { id })), [403, 'not_permitted'])
})
