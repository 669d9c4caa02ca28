import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/support/app/harness.ts'
import { nextPhone, pipeline } from '../../../test/support/clinic/lead-stages.ts'
import { refusal } from '../../../test/support/clinic/manifests.ts'
import { captureLead, type NewLead } from './capture-lead.ts'
import { type Conversion, convertLead } from './convert-lead.ts'

const app = await startApp()
const { clinic, patient } = await app.practice()
const { fresh, won } = await pipeline(app, clinic)

const add = (input: Partial<NewLead> = {}) =>
  app.write(clinic, tx => captureLead(tx, { name: 'Huda Bint Invented', phone: nextPhone(), ...input }))
const convert = (input: Conversion) => app.write(clinic, tx => convertLead(tx, input))
const eventsAbout = async (id: string) =>
  (
    await app.sql<{ type: string; previous: unknown }>(
      `select type, previous_attributes as previous from event where data->>'id' = $1 and type <> 'lead.created'
       order by created_at, id`,
      [id],
    )
  ).map(({ type, previous }) => [type, previous])

test('a converted lead is a patient with the name, phone and branch of the lead, and says so', async () => {
  const lead = await add({ email: 'huda@example.com' })
  const { patient_id: patientId, journeyed_at: journeyedAt, stage_id: stageId } = await convert({ id: lead.id })
  const [file] = await app.sql(
    'select first_name, last_name, phone_number, email, branch_id from patient where id = $1',
    [patientId],
  )
  assert.deepEqual(file, {
    first_name: 'Huda',
    last_name: 'Bint Invented',
    phone_number: lead.phone,
    email: 'huda@example.com',
    branch_id: lead.branch_id,
  })
  assert.ok(journeyedAt)
  assert.equal(stageId, fresh.id)
  assert.deepEqual(await eventsAbout(lead.id), [['lead.converted', { patientId: null }]])
  assert.deepEqual(await eventsAbout(patientId ?? ''), [['patient.created', null]])
})

test('a lead can be a patient that is there already, and move on in the same call', async () => {
  const lead = await add()
  const converted = await convert({ id: lead.id, patientId: patient.id, stageId: won.id })
  assert.deepEqual([converted.patient_id, converted.stage_id], [patient.id, won.id])
  assert.deepEqual(await eventsAbout(lead.id), [
    ['lead.stage_changed', { stageId: fresh.id }],
    ['lead.converted', { patientId: null }],
  ])
})

test('a lead is converted once, also when two do it at the same time', async () => {
  const lead = await add()
  const both = await Promise.allSettled([convert({ id: lead.id }), convert({ id: lead.id })])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  await assert.rejects(convert({ id: lead.id, patientId: patient.id }), refusal('invalid_state_transition'))
})

test('asks for a family name where the lead has none, and refuses another clinic’s patient', async () => {
  const lead = await add({ name: 'Huda' })
  await assert.rejects(convert({ id: lead.id }), refusal('validation_failed', '/lastName required'))
  const elsewhere = await app.practice()
  await assert.rejects(convert({ id: lead.id, patientId: elsewhere.patient.id }), refusal('not_found'))
  assert.ok((await convert({ id: lead.id, lastName: 'Invented' })).patient_id)
})
