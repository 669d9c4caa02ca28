import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPatient, getPatient, listPatients, updatePatient } from '@clinic/contract/patients.ts'
import type { Api } from '../../test/support/app/api-client.ts'
import { startApp } from '../../test/support/app/harness.ts'

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

test('an empty text clears what may be cleared: phone and email too, by PATCH, and is none in a POST', async () => {
  const given = { phoneNumber: '0500000099', email: 'sara@example.com', address: 'Olaya', gender: 'female' }
  const none = { phoneNumber: '', email: '', address: '', gender: '' }
  const named = { branchId: branch.id, firstName: 'Sara', lastName: 'Invented' }
  const { id } = (await api.call(createPatient, { ...named, ...given })).body.data
  const { status, body } = await api.call(updatePatient, { id, ...none })
  const { phoneNumber, email, address, gender } = body.data
  assert.deepEqual([status, phoneNumber, email, address, gender], [200, null, null, null, null])
  const without = await api.call(createPatient, { ...named, ...none })
  assert.deepEqual([without.status, without.body.data.email, without.body.data.phoneNumber], [201, null, null])
  assert.equal((await api.call(updatePatient, { id, firstName: '' })).status, 400)
})

test('does not reveal another clinic’s patient', async () => {
  const elsewhere = await app.practice()
  const answer = await api.call(getPatient, { id: elsewhere.patient.id })
  assert.equal(answer.status, 404)
  assert.deepEqual(answer.body.error.details, { resource: 'patient' })
})

test('a search finds names in whatever spelling, phones and numbers; without patients:read.pii file numbers alone', async () => {
  const { clinic, branch, api: full } = await app.practice()
  const { token } = await app.installation(clinic, { scopes: ['patients:read'] })
  const { data } = (
    await full.call(createPatient, {
      ...{ branchId: branch.id, firstName: 'Émilie', lastName: 'Invented', phoneNumber: '0500000077' },
      ...{ clinicFileNumber: 'A-77' },
    })
  ).body
  const found = async (api: Api, searchTerm: string) => (await api.all(listPatients, { searchTerm })).length
  for (const term of ['emilie', '+966 50 000 0077', '0500000077', 'a-77'])
    assert.equal(await found(full, term), 1, term)
  assert.equal(await found(full, 'nobody'), 0)
  const pseudonymous = app.api(token)
  for (const term of ['A-77', `0${data.fileNumber}`.slice(-2)]) assert.equal(await found(pseudonymous, term), 1, term)
  for (const term of ['emilie', '0500000077', '99999999999']) assert.equal(await found(pseudonymous, term), 0, term)
})

test('the pages of a search hold together while patients come and go', async () => {
  const { branch, api } = await app.practice()
  const made = [await app.patient(branch), await app.patient(branch), await app.patient(branch)]
  const first = await api.list(listPatients, { searchTerm: 'number', limit: 2 })
  await app.patient(branch)
  const second = await api.list(listPatients, { searchTerm: 'number', limit: 2, cursor: first.body.nextCursor ?? '' })
  const ids = [...first.body.data, ...second.body.data].map(({ id }) => id)
  assert.deepEqual(ids.slice(0, 3), made.map(({ id }) => id).reverse())
})

test('a search that more than a thousand patients match still pages through all of them', async () => {
  const { clinic, branch, api } = await app.practice()
  await app.sql(
    `insert into patient (company_id, id, file_number, branch_id, first_name, search_text, created_at, updated_at)
      select $1, 'pat_' || n, n, $2, 'Many', 'many ' || n, now(), now() from generate_series(1000, 2200) n`,
    [clinic.company_id, branch.id],
  )
  assert.equal((await api.all(listPatients, { searchTerm: 'MANY', limit: 100 })).length, 1201)
})
