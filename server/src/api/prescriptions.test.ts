import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listMedications, listReferenceMedications } from '@clinic/contract/medications.ts'
import { getPrescription, listPrescriptions } from '@clinic/contract/prescriptions.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { addMedication } from '../domain/clinical/add-medication.ts'
import { seePrescription } from '../domain/clinical/prescription.ts'
import { type NewPrescription, writePrescription } from '../domain/clinical/write-prescription.ts'
import { Refusal } from '../kernel/errors.ts'

const app = await startApp()
const { clinic, branch, doctor, patient, api } = await app.practice()

const amoxicillin = await app.write(clinic, async tx =>
  addMedication(tx, {
    ...{ name: 'Amoxicillin', category: 'Antibiotic', dosage: 500, dispense: '21 capsules', sig: '1 every 8 hours' },
    ...{ duration: 7, method: 'oral', strength: '500 mg' },
  }),
)
const prescribe = (values: Partial<NewPrescription> = {}) =>
  app.write(clinic, tx =>
    writePrescription(tx, {
      ...{ patientId: patient.id, branchId: branch.id, doctorId: doctor.id },
      medications: [{ medicationId: amoxicillin.id }],
      ...values,
    }),
  )
const refusedWith = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code

test('both lists show the formulary', async () => {
  const [medication] = await api.all(listMedications, {})
  assert.deepEqual(medication, {
    ...{ object: 'medication', id: amoxicillin.id, name: 'Amoxicillin', category: 'Antibiotic', dosage: 500 },
    ...{ dispense: '21 capsules', sig: '1 every 8 hours', duration: 7, method: 'oral', strength: '500 mg' },
    ...{ details: null, createdAt: amoxicillin.created_at, updatedAt: amoxicillin.updated_at },
  })
  assert.deepEqual(await api.all(listReferenceMedications, {}), [medication])
})

test('a prescription copies the formulary, as the doctor changed it, in the order of the paper', async () => {
  const { prescription } = await prescribe({
    medications: [
      { medicationId: amoxicillin.id, dosage: 250, sig: null },
      { name: 'Mouthwash', type: 'rinse', dosage: 0.2 },
    ],
  })
  const { data } = (await api.call(getPrescription, { id: prescription.id })).body
  assert.deepEqual(
    data.medications.map(({ name, dosage, sig, strength, type, order }) => [name, dosage, sig, strength, type, order]),
    [
      ['Amoxicillin', 250, null, '500 mg', null, 1],
      ['Mouthwash', 0.2, null, null, 'rinse', 2],
    ],
  )
  const events = await app.sql(`select type, data from event where data->>'id' = $1`, [prescription.id])
  assert.deepEqual(events, [
    {
      type: 'prescription.created',
      data: {
        ...{ id: prescription.id, object: 'prescription', branchId: branch.id, patientId: patient.id },
        ...{ doctorId: doctor.id },
      },
    },
  ])
})

test('refuses a prescription of nothing, of a nameless or foreign medication, or for a deleted patient', async () => {
  await assert.rejects(prescribe({ medications: [] }), refusedWith('validation_failed'))
  await assert.rejects(prescribe({ medications: [{ dosage: 1 }] }), refusedWith('validation_failed'))
  await assert.rejects(prescribe({ medications: [{ medicationId: 'med_other' }] }), refusedWith('not_found'))
  const gone = await app.patient(branch, { deleted_at: new Date().toISOString() })
  await assert.rejects(prescribe({ patientId: gone.id }), refusedWith('not_found'))
})

test('seeing it changes it once', async () => {
  const { prescription } = await prescribe()
  const { id } = prescription
  const seen = await app.write(clinic, tx => seePrescription(tx, { id }))
  assert.deepEqual(await app.write(clinic, tx => seePrescription(tx, { id })), seen)
  assert.equal((await api.call(getPrescription, { id })).body.data.seen, true)
})

test('pages show every prescription with its own lines', async () => {
  const other = await app.patient(branch)
  await prescribe({ patientId: other.id, medications: [{ name: 'One' }, { name: 'Two' }] })
  const listed = await api.all(listPrescriptions, { limit: 1 })
  assert.deepEqual(
    listed.map(({ medications }) => medications.length),
    [2, 1, 2],
  )
  assert.deepEqual(await api.all(listPrescriptions, { patientId: other.id, branchId: branch.id }), listed.slice(0, 1))
})
