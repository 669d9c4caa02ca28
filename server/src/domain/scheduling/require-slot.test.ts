import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAppointment, updateAppointment } from '@clinic/contract/appointments.ts'
import { startApp } from '../../../test/support/app/harness.ts'
import { at, dateIn } from '../../../test/support/clock.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { BranchSight, Caller, Tx } from '../../kernel/tx.ts'
import { bookAppointment } from './book-appointment.ts'

const app = await startApp()

const staffWho = (sight: BranchSight): Caller => ({
  ...{ kind: 'staff', id: 'usr_one', tokenId: null, holds: () => true },
  person: {
    ...{
      name: 'Lina',
      role: 'receptionist',
      practitionerId: null,
      sight,
      secondFactorAt: null,
      confirmedUntil: null,
      address: '203.0.113.7',
    },
  },
})

const ALL: BranchSight = { allBranches: true, branchIds: [] }
const by = (caller: Caller, tx: Tx): Tx => Object.create(tx, { caller: { value: caller } })

async function room(branch: { company_id: string; id: string; created_at: string }, times: object) {
  const { company_id, id: branch_id, created_at } = branch
  const stamps = { created_at, updated_at: created_at }
  await app.insert('room_block', {
    ...{ company_id, id: 'rbl_one', branch_id, room: '1', kind: 'MAINTENANCE', ...stamps },
    ...{ starts_at: at('11:00'), ends_at: at('12:00'), ...times },
  })
}

test('staff hear what keeps a time from being booked, which visit it is, and which three times are free next', async () => {
  const { clinic, branch, doctor } = await app.practice()
  const elsewhere = await app.branch(clinic)
  const { company_id, created_at, updated_at } = clinic
  const of = { company_id, practitioner_id: doctor.id }
  await app.sql('insert into practitioner_branch values ($1, $2, $3)', [company_id, doctor.id, elsewhere.id])
  await app.insert('practitioner_time_off', {
    ...{ ...of, id: 'off_one', created_at, updated_at },
    ...{ starts_at: at('14:00'), ends_at: at('15:00') },
  })
  await room(branch, {})
  const holiday = Number(dateIn(8).replaceAll('-', ''))
  await app.sql('update branch set holidays = array[$2::int] where company_id = $1', [company_id, holiday])
  const place = { branchId: branch.id, doctorId: doctor.id }
  const booked = await app.write(clinic, tx =>
    bookAppointment(tx, { ...place, start: at('10:00'), end: at('10:30'), room: '2' }),
  )
  const other = await app.doctor([branch])
  const refused = async (wish: object, times: readonly [string, string], days = 7, sight = ALL) => {
    const wanted = { ...place, start: at(times[0], days), end: at(times[1], days), ...wish }
    const refusal = await app
      .write(clinic, tx => bookAppointment(by(staffWho(sight), tx), wanted))
      .then(
        () => assert.fail('It was booked.'),
        error => error,
      )
    assert.ok(refusal instanceof Refusal)
    assert.equal(refusal.code, 'slot_unavailable')
    return refusal.details
  }
  assert.deepEqual(await refused({}, ['10:15', '10:45']), {
    ...{ conflict: 'doctor', reason: 'taken', appointmentId: booked.id },
    suggestions: [
      { start: at('10:30'), end: at('11:00'), doctorId: doctor.id, room: '1' },
      { start: at('10:45'), end: at('11:15'), doctorId: doctor.id, room: '2' },
      { start: at('11:00'), end: at('11:30'), doctorId: doctor.id, room: '2' },
    ],
  })
  const told = async (...asked: Parameters<typeof refused>) => {
    const { conflict, reason, appointmentId } = Object(await refused(...asked))
    return [conflict, reason, appointmentId]
  }
  assert.deepEqual(await told({ doctorId: other.id, room: ' 2' }, ['10:00', '10:30']), ['room', 'taken', booked.id])
  assert.deepEqual(await told({ room: '1' }, ['11:30', '12:30']), ['room', 'blocked', null])
  assert.deepEqual(await told({ urgent: true, room: '1' }, ['11:30', '12:30']), ['room', 'blocked', null])
  assert.deepEqual(await told({}, ['14:30', '15:30']), ['hours', 'away', null])
  assert.deepEqual(await told({}, ['16:45', '17:15']), ['hours', 'closed', null])
  assert.deepEqual(await told({}, ['10:00', '10:30'], 8), ['hours', 'holiday', null])
  await app.insert('held_move', {
    ...{ company_id, id: 'hmv_one', created_at, updated_at, appointment_id: booked.id, to_status: 'CANCELED' },
    ...{ held_by: 'usr_one', held_by_name: 'Lina', held_at: created_at, until: at('09:00') },
  })
  assert.equal(Object(await refused({}, ['10:15', '10:45'])).heldUntil, at('09:00'))
  const far = { allBranches: false, branchIds: [elsewhere.id] }
  assert.deepEqual(await told({ branchId: elsewhere.id }, ['10:00', '10:30'], 7, far), ['doctor', 'taken', null])
})

test('a blocked room is not free for plugins either, until the block is taken back', async () => {
  const { clinic, branch, doctor, api } = await app.practice()
  await room(branch, {})
  const booking = { branchId: branch.id, doctorId: doctor.id, start: at('11:30'), end: at('12:30') }
  const refused = await api.call(createAppointment, { ...booking, room: '1' })
  assert.deepEqual([refused.status, refused.body.error.details], [409, { conflict: 'room' }])
  const { id } = (await api.call(createAppointment, { ...booking, room: '2' })).body.data
  const moved = await api.call(updateAppointment, { id, room: '1' })
  assert.deepEqual([moved.status, moved.body.error.details], [409, { conflict: 'room' }])
  assert.equal((await api.call(updateAppointment, { id, start: at('12:00'), room: '1' })).status, 200)
  const back = await api.call(updateAppointment, { id, start: at('11:45') })
  assert.deepEqual([back.status, back.body.error.details], [409, { conflict: 'room' }])
  await app.sql('update room_block set canceled_at = now() where company_id = $1', [clinic.company_id])
  assert.equal((await api.call(updateAppointment, { id, start: at('11:45') })).status, 200)
})

test('of 20 of the staff who book one time at the same time one gets it, and the others are told by which visit', async () => {
  const { clinic, branch, doctor } = await app.practice()
  const wanted = { branchId: branch.id, doctorId: doctor.id, start: at('10:00'), end: at('10:30'), room: '1' }
  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, () => app.write(clinic, tx => bookAppointment(by(staffWho(ALL), tx), wanted))),
  )
  const ids = answers.flatMap(one => (one.status === 'fulfilled' ? [one.value.id] : []))
  const told = answers.flatMap(one => (one.status === 'rejected' ? [Object(one.reason.details).appointmentId] : []))
  assert.deepEqual([ids.length, told], [1, Array(19).fill(ids[0])])
})
