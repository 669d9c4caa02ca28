import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getAnalyticsSummary, getAnalyticsTimeseries } from '@clinic/contract/analytics.ts'
import { createLead } from '@clinic/contract/leads.ts'
import fc from 'fast-check'
import { type Practice, startApp } from '../../test/support/app/harness.ts'
import { nextPhone, pipeline } from '../../test/support/clinic/lead-stages.ts'
import { issueInvoice } from '../../test/support/clinic/money.ts'
import { bucketsOf } from '../domain/analytics/buckets.ts'
import { payFromCredit } from '../domain/billing/pay-from-credit.ts'
import { recordPayment } from '../domain/billing/record-payment.ts'
import { refundPayment } from '../domain/billing/refund-payment.ts'
import { takeDeposit } from '../domain/billing/take-deposit.ts'
import { convertLead } from '../domain/leads/convert-lead.ts'
import { newId } from '../kernel/values/ids.ts'

const app = await startApp()
const HOUR_MS = 3_600_000
const iso = (instant: number) => new Date(instant).toISOString()
const now = { from: iso(Date.now() - HOUR_MS), to: iso(Date.now() + HOUR_MS) }
/** A Wednesday in Riyadh, three hours ahead of UTC. */
const wednesday = { from: '2030-01-01T21:00:00.000Z', to: '2030-01-02T21:00:00.000Z' }

type Span = { from: string; to: string; branchId?: string; doctorId?: string }
const summaryOf = async ({ api }: Practice, span: Span) => (await api.call(getAnalyticsSummary, span)).body.data

/** An appointment that begins at an hour of that Wednesday in Riyadh. */
function visit(
  { clinic, branch, doctor, patient }: Practice,
  hour: number,
  { status = 'OPEN', minutes = 60, is_online = false }: { status?: string; minutes?: number; is_online?: boolean } = {},
) {
  const start = Date.parse(wednesday.from) + hour * HOUR_MS
  const stamps = { created_at: iso(Date.now()), updated_at: iso(Date.now()) }
  return app.insert('appointment', {
    ...{ company_id: clinic.company_id, id: newId('apt'), ...stamps, status, is_online },
    ...{ branch_id: branch.id, doctor_id: doctor.id, patient_id: patient.id },
    ...{ starts_at: iso(start), ends_at: iso(start + minutes * 60_000) },
  })
}

test('money is summed in the major unit, and credit counts once: when it is paid in', async () => {
  const practice = await app.practice()
  const { clinic, branch, doctor, patient } = practice
  const [paid, open] = [await issueInvoice(app, practice, 100.5), await issueInvoice(app, practice, 300)]
  const pay = (invoiceId: string, amount: number) =>
    app.write(clinic, tx =>
      recordPayment({ ...tx, requestKey: `${invoiceId} ${amount}` }, { invoiceId, amount, type: 'CASH' }),
    )
  await pay(paid.id, 100.5)
  const taken = await pay(open.id, 120)
  await app.write(clinic, tx => refundPayment(tx, { id: taken.id }))
  await app.write(clinic, tx =>
    takeDeposit(tx, { patientId: patient.id, branchId: branch.id, amountMinor: 5_000, type: 'CARD' }),
  )
  await app.write(clinic, tx => payFromCredit(tx, { invoiceId: open.id }))
  const { invoiced, collected, outstanding, refunded, currency, from, to } = await summaryOf(practice, now)
  assert.deepEqual(
    { invoiced, collected, outstanding, refunded },
    { invoiced: 400.5, collected: 270.5, outstanding: 250, refunded: 120 },
  )
  assert.deepEqual({ currency, from, to }, { currency: 'SAR', ...now })
  const ofDoctor = await summaryOf(practice, { ...now, doctorId: doctor.id })
  assert.deepEqual([ofDoctor.invoiced, ofDoctor.collected], [400.5, 220.5])
})

test('a dinar has three decimals', async () => {
  const made = await app.practice()
  await app.sql(`update clinic set currency = 'KWD' where company_id = $1`, [made.clinic.company_id])
  const practice = { ...made, clinic: { ...made.clinic, currency: 'KWD' } }
  await issueInvoice(app, practice, 18.375)
  const { invoiced, currency } = await summaryOf(practice, now)
  assert.deepEqual([invoiced, currency], [18.375, 'KWD'])
})

test('counts files that were opened, leads that came and leads that became patients', async () => {
  const practice = await app.practice()
  const { clinic, branch, doctor, api } = practice
  await app.patient(branch, { is_lead: true })
  await app.patient(branch, { deleted_at: iso(Date.now()) })
  await app.patient(branch, { doctor_id: doctor.id })
  const { fresh } = await pipeline(app, clinic)
  const lead = () => api.call(createLead, { name: 'Huda Invented', phone: nextPhone(), stageId: fresh.id })
  await lead()
  const { id } = (await lead()).body.data
  const { newPatients, newLeads, leadsConverted } = await summaryOf(practice, now)
  assert.deepEqual([newPatients, newLeads, leadsConverted], [2, 2, 0])
  await app.write(clinic, tx => convertLead(tx, { id }))
  const after = await summaryOf(practice, now)
  assert.deepEqual([after.newPatients, after.newLeads, after.leadsConverted], [3, 2, 1])
  assert.equal((await summaryOf(practice, { ...now, doctorId: doctor.id })).newPatients, 1)
})

test('appointments count when they start; a patient who canceled was not expected', async () => {
  const practice = await app.practice()
  const statuses = ['COMPLETED', 'COMPLETED', 'COMPLETED', 'NOSHOW', 'CANCELED', 'CONFIRMED']
  for (const [index, status] of statuses.entries()) await visit(practice, 9 + index, { status })
  await visit(practice, 24, { status: 'NOSHOW' })
  const { appointments, noShowRate } = await summaryOf(practice, wednesday)
  assert.deepEqual(appointments, { total: 6, completed: 3, canceled: 1, noshow: 1 })
  assert.equal(noShowRate, 0.25)
  assert.equal((await summaryOf(practice, now)).noShowRate, 0)
})

test('chairs are used by booked minutes over rooms times hours, without what was canceled, missed or online', async () => {
  const practice = await app.practice()
  await visit(practice, 9, { minutes: 120 })
  await visit(practice, 12, { status: 'COMPLETED', minutes: 72 })
  await visit(practice, 14, { status: 'NOSHOW' })
  await visit(practice, 15, { status: 'CANCELED' })
  await visit(practice, 16, { is_online: true })
  // Two rooms from 09:00 to 17:00 are 960 minutes.
  assert.equal((await summaryOf(practice, wednesday)).chairUtilization, 0.2)
  const { branch, clinic } = practice
  await app.sql(`update branch set holidays = '{20300102}' where id = $1`, [branch.id])
  assert.equal((await summaryOf(practice, wednesday)).chairUtilization, 0)
  // Another branch's four rooms are open for 480 minutes each.
  const other = await app.branch(clinic, { rooms: ['a', 'b', 'c', 'd'] })
  assert.equal((await summaryOf(practice, wednesday)).chairUtilization, 0.1)
  assert.equal((await summaryOf(practice, { ...wednesday, branchId: other.id })).chairUtilization, 0)
  await app.sql('update branch set active = false where id = $1', [other.id])
  assert.equal((await summaryOf(practice, wednesday)).chairUtilization, 0)
})

test('an evening that runs past midnight is open on both days, and never more than all chairs are used', async () => {
  const practice = await app.practice()
  const late = Array.from({ length: 7 }, () => '02:00')
  const opens = Array.from({ length: 7 }, () => '20:00')
  await app.sql('update branch set opens = $2, closes = $3, rooms = $4 where id = $1', [
    practice.branch.id,
    opens,
    late,
    ['1'],
  ])
  // From midnight to 02:00 and from 20:00 to midnight.
  await visit(practice, 0, { minutes: 90 })
  await visit(practice, 21, { minutes: 90 })
  assert.equal((await summaryOf(practice, wednesday)).chairUtilization, 0.5)
  const night = { from: wednesday.from, to: iso(Date.parse(wednesday.from) + HOUR_MS) }
  assert.equal((await summaryOf(practice, night)).chairUtilization, 1)
})

test('a doctor’s chair is the one of the hours on duty, not away', async () => {
  const practice = await app.practice()
  const { clinic, branch, doctor } = practice
  const of = { company_id: clinic.company_id, practitioner_id: doctor.id }
  await app.insert('practitioner_shift', {
    ...of,
    branch_id: branch.id,
    weekday: 3,
    start_minute: 540,
    end_minute: 780,
  })
  await visit(practice, 9, { minutes: 60 })
  const ask = () => summaryOf(practice, { ...wednesday, doctorId: doctor.id })
  assert.equal((await ask()).chairUtilization, 0.25)
  const away = { ...of, created_at: wednesday.from, updated_at: wednesday.from }
  const times = { starts_at: '2030-01-02T08:00:00Z', ends_at: '2030-01-02T20:00:00Z' }
  await app.insert('practitioner_time_off', { ...away, ...times, id: newId('sch'), canceled_at: wednesday.from })
  assert.equal((await ask()).chairUtilization, 0.25)
  await app.insert('practitioner_time_off', { ...away, ...times, id: newId('sch') })
  assert.equal((await ask()).chairUtilization, 0.5)
})

test('a series has a point for every interval, named by its first day in clinic time', async () => {
  const practice = await app.practice()
  await visit(practice, 0)
  await visit(practice, 23)
  await visit(practice, 24)
  const read = async (interval: 'day' | 'week' | 'month') => {
    const input = {
      metric: 'appointments',
      interval,
      from: '2029-12-31T21:00:00Z',
      to: '2030-01-04T21:00:00Z',
    } as const
    return (await practice.api.call(getAnalyticsTimeseries, input)).body.data
  }
  const { metric, interval, points } = await read('day')
  assert.deepEqual([metric, interval], ['appointments', 'day'])
  assert.deepEqual(
    points.map(({ date, value }) => `${date} ${value}`),
    ['2030-01-01 0', '2030-01-02 2', '2030-01-03 1', '2030-01-04 0'],
  )
  assert.deepEqual((await read('week')).points, [{ date: '2029-12-30', value: 3 }])
  await app.sql('update branch set first_day_of_week = 3 where id = $1', [practice.branch.id])
  assert.deepEqual(
    (await read('week')).points.map(({ date }) => date),
    ['2029-12-26', '2030-01-02'],
  )
  assert.deepEqual((await read('month')).points, [{ date: '2030-01-01', value: 3 }])
})

const METRICS = [
  ...['invoiced', 'collected', 'refunded', 'newPatients', 'newLeads', 'leadsConverted'],
  ...['appointments', 'noShowRate', 'chairUtilization'],
] as const

test('every point of every series is the summary of its interval', async () => {
  const practice = await app.practice()
  const { clinic, branch, api } = practice
  const timeZone = 'Europe/Berlin'
  await app.sql('update clinic set time_zone = $2 where company_id = $1', [clinic.company_id, timeZone])
  const statuses = ['COMPLETED', 'NOSHOW', 'CANCELED', 'OPEN']
  for (let hour = 0; hour < 60; hour += 5) await visit(practice, hour, { status: statuses[hour % 4] ?? '' })
  const day = (hour: number) => iso(Date.parse(wednesday.from) + hour * HOUR_MS)
  for (const hour of [0, 3, 20, 30, 44]) {
    const { id } = await issueInvoice(app, practice, 10 + hour)
    await app.sql('update invoice set created_at = $2 where id = $1', [id, day(hour)])
    await app.patient(branch, { created_at: day(hour) })
  }
  const hours = fc.integer({ min: -40, max: 80 })
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(hours, fc.integer({ min: 1, max: 90 })),
      fc.constantFrom(...METRICS),
      fc.constantFrom('day' as const, 'week' as const, 'month' as const),
      async ([first, length], metric, interval) => {
        const span = { from: day(first), to: day(first + length) }
        const { points } = (await api.call(getAnalyticsTimeseries, { metric, interval, ...span })).body.data
        const [start, end] = [Date.parse(span.from), Date.parse(span.to)]
        const buckets = bucketsOf({ start, end }, { interval, timeZone, firstDayOfWeek: 0 })
        const expected = []
        for (const bucket of buckets) {
          const summary = await summaryOf(practice, { from: iso(bucket.start), to: iso(bucket.end) })
          const values = new Map<string, unknown>(
            Object.entries({ ...summary, appointments: summary.appointments.total }),
          )
          expected.push({ date: bucket.date, value: values.get(metric) })
        }
        assert.deepEqual(points, expected)
      },
    ),
    { numRuns: 25 },
  )
})

test('another clinic’s figures are its own', async () => {
  const [mine, other] = [await app.practice(), await app.practice()]
  await issueInvoice(app, other, 100)
  await visit(other, 10)
  assert.equal((await summaryOf(mine, now)).invoiced, 0)
  assert.equal((await summaryOf(mine, wednesday)).appointments.total, 0)
})

test('a span ends after it begins', async () => {
  const { api } = await app.practice()
  const { status, body } = await api.call(getAnalyticsSummary, { from: now.to, to: now.to })
  assert.deepEqual([status, body.error.details?.issues?.[0]?.path], [400, 'to'])
})
