import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bookDayAppointment } from '@clinic/contract/staff/appointments.ts'
import { addBlock, getBlock, listFreeSlots } from '@clinic/contract/staff/blocks.ts'
import {
  addBranch,
  listClinicBranches,
  putBranchHolidays,
  putBranchPeriods,
  updateBranch,
} from '@clinic/contract/staff/branches.ts'
import { getDay } from '@clinic/contract/staff/day.ts'
import { getShifts, putShifts } from '@clinic/contract/staff/shifts.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { at, dateIn } from '../../test/support/clock.ts'
import { openStaffScene } from '../../test/support/staff/scene.ts'

const app = await startApp()
const { clinic, doctor, patient, api } = await openStaffScene(app)
const times = (time: string) => Array.from({ length: 7 }, () => time)
const weekdayOf = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay()

/** A branch that opens from nine to six, at which the doctor works. */
async function branchOpen(wishes: { rooms?: string[] } = {}) {
  const { body, text } = await api.call(addBranch, {
    name: 'Olaya',
    opens: times('09:00'),
    closes: times('18:00'),
    ...wishes,
  })
  assert.ok(body.data, text)
  await app.insert('practitioner_branch', {
    ...{ company_id: clinic.company_id, practitioner_id: doctor.id, branch_id: body.data.id },
  })
  return body.data
}
const booking = (branchId: string, from: string, until: string, day: number) => ({
  ...{ branchId, doctorId: doctor.id, patientId: patient.id, start: at(from, day), end: at(until, day) },
})
async function booked(input: ReturnType<typeof booking> & { room?: string }) {
  const { status, body, text } = await api.call(bookDayAppointment, input)
  assert.equal(status, 201, text)
  return body.data
}
const idsOf = (affected: readonly { id: string }[]) => affected.map(({ id }) => id)

test('a holiday closes the branch with its name; the visits of that date alone are answered, and stand as closed', async () => {
  const branch = await branchOpen()
  const visit = await booked(booking(branch.id, '10:00', '10:30', 3))
  await booked(booking(branch.id, '10:00', '10:30', 4))
  const put = await api.call(
    putBranchHolidays,
    { id: branch.id, holidays: [{ date: dateIn(3), name: 'National Day' }] },
    { version: branch.version },
  )
  assert.deepEqual([put.status, idsOf(put.body.data.affected)], [200, [visit.id]], put.text)
  const day = await api.call(getDay, { branchId: branch.id, date: dateIn(3) })
  const { closed, cards } = day.body.data
  assert.deepEqual([closed?.reason, closed?.name, cards[0]?.misplaced], ['holiday', 'National Day', 'closed'])
  // Said once more, it answers nothing: those visits stood outside before.
  const again = await api.call(
    putBranchHolidays,
    { id: branch.id, holidays: [{ date: dateIn(3), name: 'National Day' }] },
    { version: put.body.data.version },
  )
  assert.deepEqual([again.body.data.version, again.body.data.affected], [put.body.data.version, []])
})

test('in a period its hours hold, and a doctor without shifts in it works them; shifts of the period hold where there are some', async () => {
  const branch = await branchOpen()
  const evening = {
    name: 'Ramadan',
    from: dateIn(10),
    until: dateIn(20),
    opens: times('20:00'),
    closes: times('02:00'),
  }
  const put = await api.call(
    putBranchPeriods,
    { id: branch.id, periods: [{ ...evening, breaks: [] }] },
    { version: branch.version },
  )
  const [period] = put.body.data.periods
  assert.ok(period, put.text)
  const offered = async (day: number) => {
    const asked = { branchId: branch.id, doctorId: doctor.id, durationMinutes: 30, from: at('06:00', day), limit: 1 }
    return (await api.call(listFreeSlots, asked)).body.data.slots[0]?.start
  }
  assert.equal(await offered(12), at('20:00', 12))
  assert.equal(await offered(5), at('09:00', 5))
  const late = await booked(booking(branch.id, '20:30', '21:00', 12))
  const shifts = Array.from({ length: 7 }, (_, weekday) => ({ weekday, startMinute: 1_320, endMinute: 1_500 }))
  const where = { id: doctor.id, branchId: branch.id, periodId: period.id }
  const { version } = (await api.call(getShifts, where)).body.data
  const said = await api.call(putShifts, { ...where, shifts }, { version })
  assert.deepEqual([said.body.data.shifts, idsOf(said.body.data.affected)], [shifts, [late.id]], said.text)
  assert.equal(await offered(14), at('22:00', 14))
  assert.deepEqual((await api.call(getShifts, { id: doctor.id, branchId: branch.id })).body.data.shifts, [])

  // A period that keeps its id keeps the shifts in it; one that goes takes them with it.
  const moved = { ...evening, id: period.id, until: dateIn(22), breaks: [] }
  const kept = await api.call(
    putBranchPeriods,
    { id: branch.id, periods: [{ ...evening, name: 'Before', from: dateIn(6), until: dateIn(9), breaks: [] }, moved] },
    { version: put.body.data.version },
  )
  assert.deepEqual(
    kept.body.data.periods.map(({ name, until }) => [name, until]),
    [
      ['Before', dateIn(9)],
      ['Ramadan', dateIn(22)],
    ],
    kept.text,
  )
  assert.deepEqual((await api.call(getShifts, where)).body.data.shifts, shifts)
  await api.call(putBranchPeriods, { id: branch.id, periods: [] }, { version: kept.body.data.version })
  assert.equal((await api.call(getShifts, where)).status, 404)
})

test('periods that share a date, hours of half a day, and breaks that overlap are refused by their place', async () => {
  const branch = await branchOpen()
  const period = { name: 'Ramadan', opens: times('20:00'), closes: times('02:00'), breaks: [] }
  const { version } = branch
  const issueOf = async (
    asked: Promise<{ body: { error?: { details?: { issues?: { path: string; code: string }[] } } } }>,
  ) => {
    const [issue] = (await asked).body.error?.details?.issues ?? []
    return [issue?.path, issue?.code]
  }
  const shared = [
    { ...period, from: dateIn(10), until: dateIn(20) },
    { ...period, from: dateIn(20), until: dateIn(30) },
  ]
  assert.deepEqual(await issueOf(api.call(putBranchPeriods, { id: branch.id, periods: shared }, { version })), [
    ...['/periods/1/from', 'overlap'],
  ])
  const long = [{ ...period, from: dateIn(10), until: dateIn(72) }]
  assert.deepEqual(await issueOf(api.call(putBranchPeriods, { id: branch.id, periods: long }, { version })), [
    ...['/periods/0/until', 'too_long'],
  ])
  const closes = ['', ...times('18:00').slice(1)]
  assert.deepEqual(
    await issueOf(api.call(updateBranch, { id: branch.id, opens: times('09:00'), closes }, { version })),
    [...['/closes/0', 'half']],
  )
  const breaks = [
    { weekday: 1, startMinute: 720, endMinute: 780 },
    { weekday: 1, startMinute: 750, endMinute: 800 },
  ]
  assert.deepEqual(await issueOf(api.call(updateBranch, { id: branch.id, breaks }, { version })), [
    ...['/breaks/1', 'overlap'],
  ])
})

test('a break is not offered, and its visits are answered; other hours of a week are kept with what they were', async () => {
  const branch = await branchOpen()
  const visit = await booked(booking(branch.id, '12:00', '12:30', 3))
  const breaks = [{ weekday: weekdayOf(dateIn(3)), startMinute: 690, endMinute: 780 }]
  const { body, text } = await api.call(updateBranch, { id: branch.id, breaks }, { version: branch.version })
  assert.deepEqual([body.data.breaks, idsOf(body.data.affected)], [breaks, [visit.id]], text)
  const late = await api.call(updateBranch, { id: branch.id, breaks: [] }, { version: branch.version })
  assert.deepEqual(late.body.error.details?.changes, [{ field: 'breaks', from: [], to: breaks }])
})

test('a renamed room is called so in visits to come, of which plugins hear once each, and where it is blocked; one with visits stays', async () => {
  const branch = await branchOpen({ rooms: ['A', 'B'] })
  const visit = await booked({ ...booking(branch.id, '10:00', '10:30', 8), room: 'A' })
  const block = await api.call(addBlock, {
    ...{ branchId: branch.id, room: 'A', start: at('11:00', 8), end: at('12:00', 8), kind: 'MAINTENANCE' as const },
  })
  const { version } = branch
  const removed = await api.call(updateBranch, { id: branch.id, rooms: ['B'] }, { version })
  assert.deepEqual([removed.body.error.code, removed.body.error.details], ['in_use', { comingVisits: 1 }])
  const closed = await api.call(updateBranch, { id: branch.id, active: false }, { version })
  assert.deepEqual([closed.body.error.code, closed.body.error.details], ['in_use', { comingVisits: 1 }])
  const renamed = await api.call(
    updateBranch,
    { id: branch.id, rooms: ['Blue', 'B'], renamedRooms: [{ from: 'A', to: 'Blue' }] },
    { version },
  )
  assert.deepEqual(renamed.body.data.rooms, ['Blue', 'B'], renamed.text)
  const told = await app.sql<{ type: string; was: unknown }>(
    `select type, previous_attributes as was from event where company_id = $1 and data->>'id' = $2 order by id`,
    [clinic.company_id, visit.id],
  )
  assert.deepEqual(told.slice(1), [{ type: 'appointment.updated', was: { room: 'A' } }])
  assert.equal((await api.call(getBlock, { id: block.body.data.id })).body.data.room, 'Blue')
  assert.match((await api.call(listClinicBranches, {})).text, /"rooms":\["Blue","B"\]/)
})
