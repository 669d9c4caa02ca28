import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getPatient, listPatients, updatePatient } from '@clinic/contract/patients.ts'
import { createTask } from '@clinic/contract/tasks.ts'
import { startApp } from '../../../test/support/app/harness.ts'
import { Refusal } from '../../kernel/errors.ts'
import { deletePatientFile } from './delete-patient-file.ts'

const app = await startApp()
const { clinic, branch, doctor, api } = await app.practice()

const remove = (id: string) => app.write(clinic, tx => deletePatientFile(tx, { id }))
const eventsOf = (id: string) =>
  app.sql(`select type, data, previous_attributes from event where data->>'id' = $1 order by created_at, id`, [id])

test('a deleted file is told once, by ids alone, and is not found any more', async () => {
  const { id } = await app.patient(branch, { doctor_id: doctor.id })
  await remove(id)
  assert.deepEqual(await eventsOf(id), [
    {
      type: 'patient.deleted',
      data: { id, object: 'patient', branchId: branch.id, doctorId: doctor.id },
      previous_attributes: null,
    },
  ])
  assert.equal((await api.call(getPatient, { id })).status, 404)
  assert.equal((await api.call(updatePatient, { id, firstName: 'Back' })).status, 404)
  assert.equal((await api.call(createTask, { title: 'Call back', patientId: id })).status, 404)
  const shown = await api.all(listPatients, {})
  assert.ok(!shown.some(patient => patient.id === id))
})

test('a file is deleted once', async () => {
  const { id } = await app.patient(branch)
  await remove(id)
  await assert.rejects(remove(id), (error: unknown) => error instanceof Refusal && error.code === 'not_found')
  assert.equal((await eventsOf(id)).length, 1)
})

test('another clinic’s file is not found', async () => {
  const elsewhere = await app.practice()
  const theirs = await app.patient(elsewhere.branch)
  await assert.rejects(remove(theirs.id), (error: unknown) => error instanceof Refusal && error.code === 'not_found')
  assert.equal((await elsewhere.api.call(getPatient, { id: theirs.id })).status, 200)
})
