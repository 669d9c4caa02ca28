import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isWithinHours } from '../domain/scheduling/hours.ts'
import type { Interval } from '../domain/scheduling/intervals.ts'
import { normalizePhone } from '../kernel/values/phones.ts'
import { secretBox } from '../kernel/values/secret-box.ts'
import { generate } from './generate.ts'
import { nakheel } from './nakheel.ts'
import { PLANS } from './plans.ts'

const box = secretBox([Buffer.alloc(32, 7)])
const now = Date.parse('2026-11-22T09:40:00Z')
const at = (instant: number) => ({ now: instant, plugins: [], box })
const made = await generate(nakheel, at(now))

/** Any minute of some years: nights, Fridays, national days and the ends of months among them. */
const instants = fc.integer({
  min: Date.parse('2025-01-01T00:00:00Z') / 60_000,
  max: Date.parse('2029-01-01T00:00:00Z') / 60_000,
})

test('the same instant gives the same rows, another one other rows', async () => {
  const again = await generate(nakheel, at(now))
  for (const table of ['clinic', 'branch', 'practitioner', 'procedure', 'patient', 'appointment'] as const)
    assert.deepEqual(again.of(table), made.of(table))
  const later = await generate(nakheel, at(now + 24 * 3_600_000))
  assert.notDeepEqual(later.of('appointment'), made.of('appointment'))
  assert.deepEqual(
    later.of('patient').map(({ id }) => id),
    made.of('patient').map(({ id }) => id),
  )
})

test('clinic A is as the contract describes it', () => {
  const count = (role: string) => made.of('practitioner').filter(one => one.role === role).length
  assert.deepEqual([made.of('branch').length, made.of('procedure').length, made.of('patient').length], [4, 30, 400])
  assert.deepEqual([count('doctor'), count('hygienist'), count('receptionist'), count('accountant')], [11, 1, 4, 1])
  const past = made.of('appointment').filter(({ ends_at }) => Date.parse(ends_at) <= now)
  const days = new Set(past.map(({ starts_at }) => starts_at.slice(0, 10))).size
  assert.ok(past.length / days > 40 && past.length / days < 50, `${past.length} on ${days} days`)
  const lost = past.filter(({ status }) => status === 'NOSHOW' || status === 'CANCELED').length / past.length
  assert.ok(lost > 0.12 && lost < 0.18, `${lost}`)
})

test('a desk that is open has visits in every column of the flow, waits of each colour, one with pain who walked in, and a wait list', () => {
  const day = made.of('appointment').filter(({ starts_at }) => starts_at.startsWith('2026-11-22'))
  for (const status of ['CONFIRMED', 'CHECKEDIN', 'WAITING', 'INPROGRESS', 'COMPLETED'])
    assert.ok(
      day.some(visit => visit.status === status),
      status,
    )
  const waited = (visit: (typeof day)[number]) => (now - Date.parse(visit.arrived_at ?? '')) / 60_000
  const there = day.filter(({ status }) => status === 'CHECKEDIN' || status === 'WAITING')
  for (const [from, until] of [[0, 10] as const, [10, 20] as const, [20, 60] as const])
    assert.ok(there.some(visit => waited(visit) >= from && waited(visit) < until))
  assert.ok(there.some(visit => visit.urgent && visit.created_at === visit.arrived_at))
  assert.ok(day.some(visit => visit.is_online && visit.status === 'CONFIRMED'))
  for (const { arrived_at, seated_at, finished_at, status } of made.of('appointment')) {
    const stamps = [arrived_at, seated_at, finished_at].filter(stamp => typeof stamp === 'string')
    assert.deepEqual(stamps.toSorted(), stamps)
    if (status === 'COMPLETED') assert.equal(stamps.length, 3)
  }
  assert.equal(made.of('wait_list_entry').length, 12)
})

const overlaps = (spans: Interval[]): boolean =>
  spans.toSorted((one, other) => one.start - other.start).some((span, i, all) => span.start < (all[i - 1]?.end ?? 0))

test('whatever the day, doctors and rooms are booked once, within hours, and nothing is dated after now', async () => {
  await fc.assert(
    fc.asyncProperty(instants, fc.constantFrom(...PLANS), async (minute, plan) => {
      const instant = minute * 60_000
      const rows = await generate(plan, at(instant))
      const diaries = new Map<string, Interval[]>()
      const note = (key: string, span: Interval) => {
        const diary = diaries.get(key) ?? []
        diaries.set(key, diary)
        diary.push(span)
      }
      for (const visit of rows.of('appointment')) {
        const span = { start: Date.parse(visit.starts_at), end: Date.parse(visit.ends_at) }
        assert.ok(Date.parse(visit.created_at) <= Math.min(instant, span.start))
        assert.ok(visit.created_at <= visit.updated_at && Date.parse(visit.updated_at) <= instant)
        const isOver = ['COMPLETED', 'NOSHOW'].includes(visit.status ?? '')
        assert.ok(isOver ? span.end <= instant : span.end > instant || visit.status === 'CANCELED')
        if (visit.status === 'CANCELED' || visit.status === 'NOSHOW') continue
        note(visit.doctor_id, span)
        if (visit.room) note(`${visit.branch_id} ${visit.room}`, span)
      }
      for (const [who, spans] of diaries) assert.ok(!overlaps(spans), who)
      for (const { created_at, updated_at } of rows.of('patient'))
        assert.ok(created_at <= updated_at && Date.parse(updated_at) <= instant)
    }),
    { numRuns: 6 },
  )
})

test('every appointment lies in the hours of its branch and its doctor, time off and national days left out', () => {
  const byId = new Map(made.of('branch').map(branch => [branch.id, branch]))
  for (const visit of made.of('appointment')) {
    const branch = byId.get(visit.branch_id)
    assert.ok(branch)
    const { opens, closes, closed_days: closedDays = [], holidays = [] } = branch
    const own = made.of('practitioner_shift').filter(shift => shift.practitioner_id === visit.doctor_id)
    const away = made.of('practitioner_time_off').filter(span => span.practitioner_id === visit.doctor_id)
    const doctor = {
      slotMinutes: 30,
      periodShifts: [],
      shifts: own
        .filter(shift => shift.branch_id === branch.id)
        .map(({ weekday, start_minute, end_minute }) => ({
          weekday,
          startMinute: start_minute,
          endMinute: end_minute,
        })),
      timeOff: away.map(({ starts_at, ends_at }) => ({ start: starts_at, end: ends_at })),
    }
    const hours = { timeZone: 'Asia/Riyadh', opens, closes, closedDays, holidays, breaks: [], periods: [] }
    const span = { start: Date.parse(visit.starts_at), end: Date.parse(visit.ends_at) }
    assert.ok(isWithinHours(hours, doctor, span), visit.starts_at)
  }
})

test('people are invented: phones from one block, ids that fail their check digit, family names that no family has', () => {
  const doubled = (digit: number, place: number) => (place % 2 === 0 ? digit * 2 - (digit > 4 ? 9 : 0) : digit)
  const luhn = (id: string) => [...id].reduce((sum, digit, place) => sum + doubled(Number(digit), place), 0) % 10
  for (const { phone_number: phone, national_id: id, details } of made.of('patient')) {
    assert.equal(details, 'Invented for the demo.')
    if (phone) assert.ok(/^\+96650000\d{4}$/.test(phone) && normalizePhone(phone, 'SA') === phone)
    if (id) assert.ok(/^[12]\d{9}$/.test(id) && luhn(id) !== 0, id)
  }
  const phones = made.of('patient').flatMap(({ phone_number: phone }) => phone ?? [])
  const shared = Map.groupBy(phones, phone => phone)
  assert.equal([...shared.values()].filter(({ length }) => length > 1).length, 6 + 3)
})
