import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAppointment } from '@clinic/contract/appointments.ts'
import { getAvailability } from '@clinic/contract/availability.ts'
import fc from 'fast-check'
import { startApp } from '../../../test/support/app/harness.ts'
import type { TableRow } from '../../db/tables.ts'
import { addDays, MINUTE_MS, startOfDay } from '../../kernel/values/zone.ts'
import { bookAppointment } from './book-appointment.ts'
import { diaries } from './hours.arbitrary.ts'
import type { BranchHours, DoctorHours, Week, WeekShift } from './hours.ts'
import type { Interval } from './intervals.ts'
import { union } from './intervals.ts'
import { nextSlots } from './next-slots.ts'
import { scheduleOf } from './schedule-of.ts'
import { availabilityDays } from './slots.ts'

const app = await startApp()
const iso = (instant: number) => new Date(instant).toISOString()

interface Diary {
  branch: BranchHours
  doctor: DoctorHours
  busy: Interval[]
}

/** What the database can hold of a random diary: no shift beyond noon of the next day, one per start, no overlaps. */
function storable({ branch, doctor, busy }: Diary): Diary {
  const closed = (times: (string | null)[]) => times.map(time => time ?? '')
  const week = <Hours extends Week>(hours: Hours): Hours => ({
    ...hours,
    opens: closed(hours.opens),
    closes: closed(hours.closes),
  })
  return {
    branch: { ...week(branch), periods: branch.periods.map(week) },
    doctor: { ...doctor, shifts: oncePerStart(doctor.shifts), periodShifts: oncePerStart(doctor.periodShifts) },
    // A union may be longer than an appointment can be.
    busy: union(busy).filter(({ start, end }) => end - start <= 43_200_000),
  }
}

const oncePerStart = <Shift extends WeekShift & { periodId?: string }>(shifts: Shift[]): Shift[] => [
  ...new Map(
    shifts.map(shift => [
      `${shift.periodId} ${shift.weekday} ${shift.startMinute}`,
      { ...shift, endMinute: Math.min(shift.endMinute, 2160) },
    ]),
  ).values(),
]

async function addPeriods(branch: TableRow<'branch'>, doctorId: string, { branch: hours, doctor }: Diary) {
  const { company_id, created_at, updated_at } = branch
  for (const { id, from: first_date, until: last_date, opens, closes, breaks } of hours.periods)
    await app.insert('branch_period', {
      ...{ company_id, id, created_at, updated_at, branch_id: branch.id, name: 'Ramadan', first_date, last_date },
      ...{ opens: opens.map(String), closes: closes.map(String), breaks: JSON.stringify(breaks) },
    })
  const kept = doctor.periodShifts.filter(({ periodId }) => hours.periods.some(({ id }) => id === periodId))
  for (const { periodId: period_id, weekday, startMinute: start_minute, endMinute: end_minute } of kept) {
    const shift = { company_id, period_id, practitioner_id: doctorId, weekday, start_minute, end_minute }
    await app.insert('period_shift', shift)
  }
}

/** A clinic whose one doctor has this diary. */
async function practiceWith(diary: Diary) {
  const { branch: hours, doctor: own, busy } = diary
  const clinic = await app.clinic({ time_zone: hours.timeZone })
  const { company_id, created_at, updated_at } = clinic
  const { opens, closes, closedDays: closed_days, holidays } = hours
  const text = (times: (string | null)[]) => times.map(time => time ?? '')
  const breaks = JSON.stringify(hours.breaks)
  const branch = await app.branch(clinic, { opens: text(opens), closes: text(closes), closed_days, holidays, breaks })
  const doctor = await app.doctor([branch], { slot_minutes: own.slotMinutes })
  const practitioner_id = doctor.id
  for (const { weekday, startMinute: start_minute, endMinute: end_minute } of own.shifts) {
    const shift = { company_id, practitioner_id, branch_id: branch.id, weekday, start_minute, end_minute }
    await app.insert('practitioner_shift', shift)
  }
  await addPeriods(branch, doctor.id, diary)
  for (const [place, { start, end }] of own.timeOff.entries()) {
    const away = { company_id, id: `off_${place}`, practitioner_id, starts_at: start, ends_at: end }
    await app.insert('practitioner_time_off', { ...away, created_at, updated_at })
  }
  for (const [place, { start, end }] of busy.entries()) {
    await app.insert('appointment', {
      ...{ company_id, id: `apt_${place}`, branch_id: branch.id, doctor_id: doctor.id, created_at, updated_at },
      ...{ starts_at: iso(start), ends_at: iso(end) },
    })
  }
  return { clinic, branch, doctor }
}

test('every slot of random diaries, also where the clock changes, can be booked and is then no longer offered', async () => {
  await fc.assert(
    fc.asyncProperty(diaries, fc.infiniteStream(fc.nat()), async ({ date, now, ...random }, picks) => {
      const diary = storable(random)
      const { clinic, branch, doctor } = await practiceWith(diary)
      const place = { branchId: branch.id, doctorId: doctor.id }
      const { timeZone } = diary.branch
      const range = { start: startOfDay(date, timeZone), end: startOfDay(addDays(date, 2), timeZone) }
      const offered = async () => {
        const schedule = await app.write(clinic, tx => scheduleOf(tx, { ...place, range }))
        return availabilityDays({ ...schedule, from: date, days: 2, now })
      }
      const days = await offered()
      assert.deepEqual(
        days,
        availabilityDays({ ...diary, from: date, days: 2, now }),
        'nothing is lost in the database',
      )
      const slots = days.flatMap(day => day.slots)
      const chosen = new Set(Array.from({ length: Math.min(slots.length, 4) }, () => picks.next().value % slots.length))
      for (const index of chosen) {
        const slot = slots[index]
        if (slot) await app.write(clinic, tx => bookAppointment(tx, { ...place, ...slot }))
      }
      const left = slots.filter((_, index) => !chosen.has(index))
      assert.deepEqual(
        (await offered()).flatMap(day => day.slots),
        left,
      )
    }),
    { numRuns: 40 },
  )
})

test('what the API offers in the next days can be booked through the API', async () => {
  await fc.assert(
    fc.asyncProperty(diaries, fc.nat(), async (random, pick) => {
      const { clinic, branch, doctor } = await practiceWith(storable(random))
      const api = app.api((await app.installation(clinic)).token)
      const place = { branchId: branch.id, doctorId: doctor.id }
      const { days } = (await api.call(getAvailability, { ...place, days: 10 })).body.data
      const slots = days.flatMap(day => day.slots)
      const slot = slots[pick % slots.length]
      if (!slot) return
      const answer = await api.call(createAppointment, { ...place, ...slot })
      assert.equal(answer.status, 201, answer.text)
      assert.deepEqual([answer.body.data.start, answer.body.data.end], [slot.start, slot.end])
    }),
    { numRuns: 20 },
  )
})

const roomBlocks = fc.array(
  fc.record({
    room: fc.constantFrom('1', ' 2'),
    from: fc.integer({ min: -1440, max: 14 * 1440 }),
    minutes: fc.integer({ min: 1, max: 3 * 1440 }),
  }),
  { maxLength: 4 },
)

test('each of the next slots of a branch can be booked with its room, and whoever asks next is offered others', async () => {
  await fc.assert(
    fc.asyncProperty(
      diaries,
      roomBlocks,
      fc.integer({ min: 1, max: 24 }).map(count => count * 5),
      fc.nat(),
      async (random, blocks, durationMinutes, pick) => {
        const { clinic, branch, doctor } = await practiceWith(storable(random))
        const { company_id, created_at, updated_at } = clinic
        for (const [place, { room, from, minutes }] of blocks.entries()) {
          const start = Date.parse(created_at) + from * MINUTE_MS
          await app.insert('room_block', {
            ...{ company_id, id: `rbl_${place}`, created_at, updated_at, branch_id: branch.id, room, kind: 'RESERVED' },
            ...{ starts_at: iso(start), ends_at: iso(start + minutes * MINUTE_MS) },
          })
        }
        const asked = { branchId: branch.id, durationMinutes, limit: 20 }
        const slots = await app.write(clinic, tx => nextSlots(tx, asked))
        const slot = slots[pick % slots.length]
        if (!slot) return
        assert.equal(slot.doctorId, doctor.id)
        await app.write(clinic, tx => bookAppointment(tx, { branchId: branch.id, ...slot, room: slot.room ?? '' }))
        const left = await app.write(clinic, tx => nextSlots(tx, asked))
        assert.ok(left.every(({ start, end }) => end <= slot.start || start >= slot.end))
      },
    ),
    { numRuns: 40 },
  )
})
