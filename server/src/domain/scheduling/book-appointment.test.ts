import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAppointment, updateAppointment } from '@clinic/contract/appointments.ts'
import { startApp } from '../../../test/support/app/harness.ts'
import { at } from '../../../test/support/clock.ts'
import { LOCKS } from '../../../test/support/database/sessions.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { holdDiary } from './diaries.ts'
import { moveAppointment } from './move-appointment.ts'

const app = await startApp()
const slot = { start: at('10:00'), end: at('10:30') }

/** How often each outcome came: a status, and for refusals the conflict. */
function tally(answers: { status: number; body: { error?: { details?: object } } }[]): Record<string, number> {
  const outcomes = answers.map(({ status, body }) => `${status} ${JSON.stringify(body.error?.details ?? null)}`)
  return Object.fromEntries(
    Map.groupBy(outcomes, one => one)
      .entries()
      .map(([outcome, all]) => [outcome, all.length]),
  )
}

test('of 50 callers who book one time of a doctor at the same time, one gets it and 49 hear that the doctor is taken', async () => {
  const { clinic, branch, doctor, api } = await app.practice()
  const booking = { ...slot, branchId: branch.id, doctorId: doctor.id }
  const answers = await Promise.all(Array.from({ length: 50 }, () => api.call(createAppointment, booking)))
  assert.deepEqual(tally(answers), { '201 null': 1, '409 {"conflict":"doctor"}': 49 })
  const [stored] = await app.sql(
    `select (select count(*) from appointment where company_id = $1) as appointments,
      (select count(*) from event where company_id = $1) as events`,
    [clinic.company_id],
  )
  assert.deepEqual(stored, { appointments: 1, events: 1 })
})

test('of many doctors who are booked into one room at the same time, one gets it', async () => {
  const { branch, api } = await app.practice()
  const doctors = await Promise.all(Array.from({ length: 12 }, () => app.doctor([branch])))
  const answers = await Promise.all(
    doctors.map(({ id }) => api.call(createAppointment, { ...slot, branchId: branch.id, doctorId: id, room: '1' })),
  )
  assert.deepEqual(tally(answers), { '201 null': 1, '409 {"conflict":"room"}': 11 })
})

test('a doctor of two branches is booked at one of them at a time', async () => {
  const { clinic, branch, api } = await app.practice()
  const second = await app.branch(clinic)
  const doctor = await app.doctor([branch, second])
  const answers = await Promise.all(
    [branch, second].map(({ id }) => api.call(createAppointment, { ...slot, branchId: id, doctorId: doctor.id })),
  )
  assert.deepEqual(tally(answers), { '201 null': 1, '409 {"conflict":"doctor"}': 1 })
})

test('bookings, moves and reschedules of one time that run together are all answered, none by a deadlock', async () => {
  const { clinic, branch, doctor, api } = await app.practice()
  const booking = { branchId: branch.id, doctorId: doctor.id, room: '1' }
  const answers = []
  for (let day = 1; day <= 15; day++) {
    const [ten, eleven] = [
      { start: at('10:00', day), end: at('10:30', day) },
      { start: at('11:00', day), end: at('11:30', day) },
    ]
    const [first, second] = await Promise.all([
      api.call(createAppointment, { ...booking, ...ten }),
      api.call(createAppointment, { ...booking, ...eleven }),
    ])
    const { id } = first.body.data
    const onto = { start: at('10:15', day), end: at('10:45', day) }
    const [, ...rest] = await Promise.all([
      app.write(clinic, tx => moveAppointment(tx, { id, to: 'CONFIRMED' })),
      api.call(createAppointment, { ...booking, ...ten }),
      api.call(updateAppointment, { id: second.body.data.id, ...onto }),
      api.call(createAppointment, { ...booking, ...eleven }),
      api.call(updateAppointment, { id, title: 'Changed' }),
    ])
    answers.push(...rest)
  }
  assert.deepEqual(tally(answers), { '200 null': 15, '409 {"conflict":"doctor"}': 45 })
})

/**
 * Two transactions that write one time can each have entered it before either looks for conflicts: then each waits for
 * the other. It happens once in some hundred times, so the queue that prevents it is what is tested.
 */
test('a caller who books, changes or moves an appointment waits for others who write in the same diary', async () => {
  const { clinic, branch, doctor, api } = await app.practice()
  const booked = async (time: string) => {
    const wanted = { branchId: branch.id, doctorId: doctor.id, start: at(`${time}:00`), end: at(`${time}:30`) }
    return (await api.call(createAppointment, wanted)).body.data.id
  }
  const [one, two] = [await booked('10'), await booked('11')]
  const waiting = async () => {
    const [row] = await app.sql(`select count(*) from ${LOCKS} where locktype = 'advisory' and not granted`)
    return row?.count
  }
  const writes = () => [
    booked('12'),
    api.call(updateAppointment, { id: one, title: 'Changed' }),
    app.write(clinic, tx => moveAppointment(tx, { id: two, to: 'CONFIRMED' })),
  ]
  let done: Promise<unknown> = Promise.resolve()
  await app.write(clinic, async tx => {
    await holdDiary(tx, { doctor_id: doctor.id, branch_id: branch.id, room: null })
    done = Promise.all(writes())
    await eventually(waiting, 3)
  })
  await done
})
