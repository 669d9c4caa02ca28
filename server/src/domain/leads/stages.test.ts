import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/support/app/harness.ts'
import { nextPhone, pipeline } from '../../../test/support/clinic/lead-stages.ts'
import { refusal } from '../../../test/support/clinic/manifests.ts'
import { captureLead } from './capture-lead.ts'
import { editLead } from './change-lead.ts'
import { changeStage, orderStages, removeStage } from './stages.ts'

const app = await startApp()
const clinic = await app.clinic()
await app.branch(clinic)
const stages = await pipeline(app, clinic)
const { fresh, contacted, won, lost } = stages
const add = () => app.write(clinic, tx => captureLead(tx, { name: 'Somebody', phone: nextPhone() }))

test('changes what is given of a stage, and null clears', async () => {
  const changed = await app.write(clinic, tx => changeStage(tx, { id: won.id, name: 'Booked', color: '#1f7a5c' }))
  assert.deepEqual([changed.name, changed.color, changed.require_reject], ['Booked', '#1f7a5c', false])
  const cleared = await app.write(clinic, tx => changeStage(tx, { id: won.id, color: null, dueDays: 3 }))
  assert.deepEqual([cleared.name, cleared.color, cleared.due_days], ['Booked', null, 3])
})

test('the first stage in the order of the pipeline takes new leads', async () => {
  const ids = [contacted, fresh, won, lost].map(({ id }) => id)
  await app.write(clinic, tx => orderStages(tx, ids))
  assert.equal((await add()).stage_id, contacted.id)
  await assert.rejects(
    app.write(clinic, tx => orderStages(tx, [fresh.id, fresh.id, won.id, lost.id])),
    refusal('validation_failed', '/ids all_stages'),
  )
})

test('removes an empty stage, and none that a lead is in', async () => {
  await app.write(clinic, tx => removeStage(tx, lost.id))
  await assert.rejects(
    app.write(clinic, tx => removeStage(tx, contacted.id)),
    refusal('invalid_state_transition'),
  )
})

test('the staff corrects a lead, but not to a number that another one has', async () => {
  const [one, other] = [await add(), await add()]
  const edited = await app.write(clinic, tx =>
    editLead(tx, { id: one.id, name: 'Sara', notes: null, phone: nextPhone() }),
  )
  assert.equal(edited.name, 'Sara')
  assert.notEqual(edited.phone, one.phone)
  await assert.rejects(
    app.write(clinic, tx => editLead(tx, { id: one.id, phone: other.phone ?? '' })),
    refusal('lead_exists'),
  )
})
