import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAppointment } from '@clinic/contract/appointments.ts'
import { getAvailability } from '@clinic/contract/availability.ts'
import fc from 'fast-check'
import { startApp } from '../../../test/support/app/harness.ts'
import { addDays, startOfDay } from '../../kernel/values/zone.ts'
import { bookAppointment } from './book-appointment.ts'
import { diaries } from './hours.arbitrary.ts'
import type { BranchHours, DoctorHours } from './hours.ts'
import type { Interval } from './intervals.ts'
import { union } from './intervals.ts'
import { scheduleOf } from './schedule-of.ts'
import { availabilityDays } from './slots.ts'

const app = await startApp()
const iso = (instant: number) => new Date(instant).toISOString()

interface Diary {
  branch: BranchHours
  doctor: DoctorHours
  busy: Interval[]
}

/** What the database can hold of a random diary: no extra shifts, none beyond noon of the next day, one per start, no overlaps. */
function storable({ branch: { extraShifts: _, ...branch }, doctor, busy }: Diary): Diary {
  const shifts = new Map(
    doctor.shifts.map(shift => [
      `${shift.weekday} ${shift.startMinute}`,
      { ...shift, endMinute: Math.min(shift.endMinute, 2160) },
    ]),
  )
  const closed = (times: (string | null)[]) => times.map(time => time ?? '')
  return {
    branch: { ...branch, opens: closed(branch.opens), closes: closed(branch.closes) },
    doctor: { ...doctor, shifts: [...shifts.values()] },
    // A union may be longer than an appointment can be.
    busy: union(busy).filter(({ start, end }) => end - start <= 43_200_000),
  }
}

/** A clinic whose one doctor has this diary. */
async function practiceWith({ branch: hours, doctor: own, busy }: Diary) {
  const clinic = await app.clinic({ time_zone: hours.timeZone })
  const { company_id, created_at, updated_at } = clinic
  const { opens, closes, closedDays: closed_days, holidays } = hours
  const text = (times: (string | null)[]) => times.map(time => time ?? '')
  const branch = await app.branch(clinic, { opens: text(opens), closes: text(closes), closed_days, holidays })
  const doctor = await app.doctor([branch], { slot_minutes: own.slotMinutes })
  const practitioner_id = doctor.id
  for (const { weekday, startMinute: start_minute, endMinute: end_minute } of own.shifts) {
    const shift = { company_id, practitioner_id, branch_id: branch.id, weekday, start_minute, end_minute }
    await app.insert('practitioner_shift', shift)
  }
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
