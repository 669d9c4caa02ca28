import assert from 'node:assert/strict'
import { test } from 'node:test'
import { APPOINTMENT_STATUSES, type AppointmentStatus, createAppointment } from '@clinic/contract/appointments.ts'
import { startApp } from '../../../test/support/app/harness.ts'
import { at } from '../../../test/support/clock.ts'
import { Refusal } from '../../kernel/errors.ts'
import { moveAppointment } from './move-appointment.ts'
import { canMove } from './status.ts'

const app = await startApp()
const { clinic, branch, doctor, patient, api } = await app.practice()

/** The status and the events after each move of a visit. */
async function visit(moves: readonly AppointmentStatus[]) {
  const { id } = await app.insert('appointment', {
    ...{ company_id: clinic.company_id, id: `apt_${moves.join('_')}`, branch_id: branch.id, doctor_id: doctor.id },
    ...{ patient_id: patient.id, starts_at: at('10:00'), ends_at: at('10:30') },
    ...{ created_at: clinic.created_at, updated_at: clinic.created_at },
  })
  for (const to of moves) await app.write(clinic, tx => moveAppointment(tx, { id, to }))
  const events = await app.sql<{ type: string; status: string; was: string }>(
    `select type, data->>'status' as status, previous_attributes->>'status' as was from event
     where company_id = $1 and data->>'id' = $2 order by created_at, id`,
    [clinic.company_id, id],
  )
  await app.sql('delete from appointment where id = $1', [id])
  return events.map(({ type, was, status }) => `${type} ${was} ${status}`)
}

test('every status is reached with the one event of its move, which tells both statuses', async () => {
  assert.deepEqual(await visit(['CONFIRMED', 'CHECKEDIN', 'WAITING', 'INPROGRESS', 'COMPLETED']), [
    'appointment.updated OPEN CONFIRMED',
    'appointment.checkedin CONFIRMED CHECKEDIN',
    'appointment.updated CHECKEDIN WAITING',
    'appointment.updated WAITING INPROGRESS',
    'appointment.completed INPROGRESS COMPLETED',
  ])
  assert.deepEqual(await visit(['DELAYED', 'NOSHOW']), [
    'appointment.updated OPEN DELAYED',
    'appointment.noshow DELAYED NOSHOW',
  ])
  assert.deepEqual(await visit(['CHECKEDIN', 'CANCELED']), [
    'appointment.checkedin OPEN CHECKEDIN',
    'appointment.cancelled CHECKEDIN CANCELED',
  ])
})

test('every move that the contract does not know is refused, changes nothing and fires nothing', async () => {
  for (const from of APPOINTMENT_STATUSES) {
    const row = await app.insert('appointment', {
      ...{ company_id: clinic.company_id, id: `apt_${from}`, branch_id: branch.id, doctor_id: doctor.id },
      ...{ status: from, starts_at: at('10:00'), ends_at: at('10:30') },
      ...{ created_at: clinic.created_at, updated_at: clinic.created_at },
    })
    for (const to of APPOINTMENT_STATUSES.filter(status => !canMove(from, status))) {
      await assert.rejects(
        app.write(clinic, tx => moveAppointment(tx, { id: row.id, to })),
        (error: unknown) => {
          assert.ok(error instanceof Refusal)
          assert.deepEqual([error.code, error.details], ['invalid_state_transition', { from, to }])
          return true
        },
      )
    }
    assert.deepEqual(await app.sql('select * from appointment where id = $1', [row.id]), [row])
    assert.deepEqual(await app.sql(`select type from event where data->>'id' = $1`, [row.id]), [])
    await app.sql('delete from appointment where id = $1', [row.id])
  }
})

test('a patient who does not come frees the time; one who is there keeps it', async () => {
  const wanted = { branchId: branch.id, doctorId: doctor.id, start: at('10:00'), end: at('10:30') }
  const { body } = await api.call(createAppointment, wanted)
  await app.write(clinic, tx => moveAppointment(tx, { id: body.data.id, to: 'NOSHOW' }))
  const next = await api.call(createAppointment, wanted)
  assert.equal(next.status, 201)
  await app.write(clinic, tx => moveAppointment(tx, { id: next.body.data.id, to: 'CHECKEDIN' }))
  assert.equal((await api.call(createAppointment, wanted)).status, 409)
})

test('once the patient is there, times stay and the room may change; once it is over, neither', async () => {
  const wanted = { branchId: branch.id, doctorId: doctor.id, start: at('12:00'), end: at('12:30') }
  const { id } = (await api.call(createAppointment, wanted)).body.data
  const moved = { start: at('13:00'), end: at('13:30') }
  await app.write(clinic, tx => moveAppointment(tx, { id, to: 'CHECKEDIN' }))
  const refused = await api.patch(`/appointments/${id}`, moved)
  const reason = 'The times of an appointment that is CHECKEDIN can no longer change.'
  assert.deepEqual([refused.status, refused.body.error.details], [409, { from: 'CHECKEDIN', to: 'CHANGED', reason }])
  assert.equal((await api.patch(`/appointments/${id}`, { room: '2' })).status, 200)
  await app.write(clinic, tx => moveAppointment(tx, { id, to: 'COMPLETED' }))
  assert.equal((await api.patch(`/appointments/${id}`, { room: '1' })).status, 409)
  assert.equal((await api.patch(`/appointments/${id}`, { details: 'Came in pain' })).status, 200)
})
