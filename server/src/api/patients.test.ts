import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPatient, getPatient, listPatients } from '@clinic/contract/patients.ts'
import { startApp } from '../../test/harness.ts'

const app = await startApp()
const { clinic, branch, patient, api } = await app.practice()

test('a created patient can be read, is listed, and fired patient.created without a name in it', async () => {
  const created = await api.call(createPatient, { branchId: branch.id, firstName: 'Sara', lastName: 'Invented' })
  assert.equal(created.status, 201)
  const { id } = created.body.data
  assert.deepEqual((await api.call(getPatient, { id })).body.data, created.body.data)
  assert.deepEqual(
    (await api.all(listPatients, {})).map(listed => listed.id),
    [id, patient.id],
  )
  const events = await app.sql('select type, data from event where company_id = $1', [clinic.company_id])
  assert.deepEqual(events, [
    { type: 'patient.created', data: { id, object: 'patient', branchId: branch.id, doctorId: null } },
  ])
})

test('does not reveal another clinic’s patient', async () => {
  const elsewhere = await app.practice()
  const answer = await api.call(getPatient, { id: elsewhere.patient.id })
  assert.equal(answer.status, 404)
  assert.deepEqual(answer.body.error.details, { resource: 'patient' })
})
