import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALL_ASSISTANT_SCOPES } from '@clinic/contract/assistant-scopes.ts'
import { Patient } from '@clinic/contract/patients.ts'
import { startAssistant } from '../../test/support/oauth/assistant-app.ts'
import { createForm } from '../domain/forms/form.ts'
import { submitForm } from '../domain/forms/submit-form.ts'
import { snake } from '../kernel/values/spelling.ts'
import { patientFields } from './tools/patient-view.ts'
import { visibilityOf } from './visibility.ts'

const { app, connect } = await startAssistant()
const { clinic, branch, doctor, patient } = await app.practice()
await app.sql('update clinic set assistant_patient_contacts = true where company_id = $1', [clinic.company_id])
const all = await connect(clinic)
const without = (scope: string) => ALL_ASSISTANT_SCOPES.filter(name => name !== scope)

test('contact data needs its own scope, the clinic’s permission, and nothing can be found by it without', async () => {
  const known = await app.patient(branch, {
    first_name: 'Layla',
    last_name: 'Haddad',
    phone_number: '+966559871234',
    email: 'layla@mail.example',
    national_id: '1098765432',
    birth_date: '1990-02-03',
    search_text: 'layla haddad +966559871234 layla@mail.example',
  })
  const found = async (one: typeof all, query: string) =>
    (await one.call('search_patients', { query })).data.items.map(({ id }: { id: string }) => id)
  const shy = await connect(clinic, { scopes: without('patients:read.pii') })
  for (const query of ['Layla', 'haddad', 'layla had']) assert.deepEqual(await found(shy, query), [known.id], query)
  for (const query of ['0559871234', '966559871234', '98712', 'mail.example', 'layla@'])
    assert.deepEqual([await found(shy, query), await found(all, query)], [[], [known.id]], query)
  const shown = (await shy.call('get_patient', { patient_id: known.id })).data
  assert.equal(shown.phone_masked, '+966*******34')
  assert.ok(!/559871234|mail\.example|1098765432|1990/.test(JSON.stringify(shown)))
  assert.equal((await all.call('get_patient', { patient_id: known.id })).data.phone, '+966559871234')
  assert.deepEqual(await found(all, '1098765432'), [])
  assert.ok(!JSON.stringify((await all.call('get_patient', { patient_id: known.id })).data).includes('1098765432'))
  const its = await app.practice()
  const closed = await connect(its.clinic)
  assert.ok(!('phone' in (await closed.call('get_patient', { patient_id: its.patient.id })).data))
})

test('of what the contract declares as a patient’s own, all but the name needs the scope for contacts here too', () => {
  const declared: Record<string, object> = { ...Patient.properties }
  const personal = Object.keys(declared).filter(name => 'x-required-scope' in (declared[name] ?? {}))
  const shy = Object.keys(patientFields(visibilityOf(new Set(without('patients:read.pii')))))
  assert.ok(personal.length > 8)
  assert.deepEqual(
    personal.filter(name => shy.includes(snake(name))),
    ['fullName'],
  )
})

test('answers that say how to reach a patient need the scope for contacts', async () => {
  const label = { en: 'Question' }
  const mobile = { key: 'mobile', type: 'phone' as const, label }
  const { form } = await app.write(clinic, tx =>
    createForm(tx, { title: 'New', fields: [mobile, { key: 'smoker', type: 'boolean', label }] }),
  )
  const answers = { mobile: '+966559871234', smoker: false }
  await app.write(clinic, tx => submitForm(tx, { formId: form.id, patientId: patient.id, answers }))
  const shown = async (one: typeof all) => {
    const { submissions } = (await one.call('list_forms_status', { patient_id: patient.id })).data
    return submissions[0].untrusted_answers.map(({ question }: { question: string }) => question).sort()
  }
  assert.deepEqual(await shown(all), ['mobile', 'smoker'])
  assert.deepEqual(await shown(await connect(clinic, { scopes: without('patients:read.pii') })), ['smoker'])
})

test('without the scope for patients, appointments come without their names', async () => {
  const given = { from: '2026-01-01', to: '2026-01-31' }
  await app.sql(
    `insert into appointment (company_id, id, status, starts_at, ends_at, patient_id, doctor_id, branch_id, created_at, updated_at)
     values ($1, 'apt_named', 'OPEN', '2026-01-10T10:00Z', '2026-01-10T10:30Z', $2, $3, $4, now(), now())`,
    [clinic.company_id, patient.id, doctor.id, branch.id],
  )
  const { id, name } = (await all.call('list_appointments', given)).data.items[0].patient
  const { full_name } = (await all.call('get_patient', { patient_id: patient.id })).data
  assert.deepEqual([id, name], [patient.id, full_name])
  const few = await connect(clinic, { scopes: without('patients:read') })
  assert.deepEqual((await few.call('list_appointments', given)).data.items[0].patient, { id: patient.id })
})

test('a person who works at some branches reads those alone, and still no slot that another branch takes', async () => {
  const other = await app.branch(clinic)
  const local = await app.doctor([other])
  const limited = await connect(clinic, { practitionerId: local.id })
  const { data } = await limited.call('get_connection')
  assert.deepEqual(data.branches, [other.id])
  assert.deepEqual((await limited.call('list_appointments', { from: '2026-01-01', to: '2026-01-31' })).data.items, [])
  assert.equal((await limited.call('get_patient', { patient_id: patient.id })).isError, true)
  assert.equal((await limited.call('get_appointment', { appointment_id: 'apt_named' })).isError, true)
  assert.equal((await limited.call('get_availability', { branch_id: branch.id, doctor_id: 'me' })).isError, true)
  const free = async () => {
    const answer = await limited.call('get_availability', { branch_id: other.id, doctor_id: 'me', days: 5 })
    return answer.data.days.flatMap(({ slots }: { slots: { start: string; end: string }[] }) => slots)
  }
  const [slot] = await free()
  await app.sql(
    `insert into appointment (company_id, id, status, starts_at, ends_at, doctor_id, branch_id, created_at, updated_at)
     values ($1, 'apt_elsewhere', 'OPEN', $2, $3, $4, $5, now(), now())`,
    [clinic.company_id, slot.start, slot.end, local.id, branch.id],
  )
  assert.ok(!(await free()).some(({ start }: { start: string }) => start === slot.start))
  const owner = await connect(clinic, { role: 'owner', practitionerId: local.id })
  assert.equal((await owner.call('get_connection')).data.all_branches, true)
})
