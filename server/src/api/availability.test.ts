import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cancelAppointment, createAppointment } from '@clinic/contract/appointments.ts'
import { getAvailability } from '@clinic/contract/availability.ts'
import { type Practice, startApp } from '../../test/support/app/harness.ts'
import { at, dateIn } from '../../test/support/clock.ts'

const app = await startApp()

/** The starts offered on one date. */
async function startsOn({ branch, doctor, api }: Pick<Practice, 'branch' | 'doctor' | 'api'>, days = 7) {
  const query = { branchId: branch.id, doctorId: doctor.id, date: dateIn(days) }
  const { status, body, text } = await api.call(getAvailability, query)
  assert.equal(status, 200, text)
  assert.deepEqual(
    body.data.days.map(({ date }) => date),
    [query.date],
  )
  return body.data.days.flatMap(({ slots }) => slots.map(({ start }) => start))
}

/** Half past by half past, as the practice's doctor is offered. */
const halfHours = (from: string, to: string): string[] => {
  const count = (Date.parse(to) - Date.parse(from)) / 1_800_000
  return Array.from({ length: count }, (_, place) => new Date(Date.parse(from) + place * 1_800_000).toISOString())
}

test('offers the whole day of a doctor without bookings, in slots of their length', async () => {
  const practice = await app.practice({ scopes: ['availability:read'] })
  assert.deepEqual(await startsOn(practice), halfHours(at('09:00'), at('17:00')))
  const { branch, doctor, api } = practice
  const { body } = await api.call(getAvailability, { branchId: branch.id, doctorId: doctor.id, date: dateIn(7) })
  const { days, ...rest } = body.data
  assert.deepEqual(rest, { object: 'availability', branchId: branch.id, doctorId: doctor.id })
  assert.deepEqual(days[0]?.slots[0], { start: at('09:00'), end: at('09:30') })
})

test('lists every asked day from today, seven by default, also those without a slot', async () => {
  const { clinic, api } = await app.practice()
  const branch = await app.branch(clinic, { closed_days: [0, 1, 2, 3, 4, 5, 6] })
  const doctor = await app.doctor([branch])
  const ask = { branchId: branch.id, doctorId: doctor.id }
  const datesOf = async (query: { days?: number; date?: string }) =>
    (await api.call(getAvailability, { ...ask, ...query })).body.data.days
  const empty = (count: number) => Array.from({ length: count }, (_, days) => ({ date: dateIn(days), slots: [] }))
  assert.deepEqual(await datesOf({}), empty(7))
  assert.deepEqual(await datesOf({ days: 30 }), empty(30))
  assert.deepEqual(await datesOf({ days: 30, date: dateIn(60) }), [{ date: dateIn(60), slots: [] }])
})

test('refuses a date before today or more than 60 days ahead, and a number of days that is not 1 to 30', async () => {
  const { branch, doctor, api } = await app.practice()
  const place = `/availability?branchId=${branch.id}&doctorId=${doctor.id}`
  for (const [query, path] of [
    [`date=${dateIn(-1)}`, 'date'],
    [`date=${dateIn(61)}`, 'date'],
    ['date=2027-02-30', 'date'],
    ['date=tomorrow', 'date'],
    ['days=0', 'days'],
    ['days=31', 'days'],
  ] as const) {
    const { status, body } = await api.get(`${place}&${query}`)
    assert.equal(status, 400, query)
    assert.deepEqual(
      body.error.details?.issues?.map(issue => issue.path),
      [path],
      query,
    )
  }
  assert.equal((await api.get(`/availability?branchId=${branch.id}`)).status, 400)
})

test('a booking takes its time at every branch of the doctor, and gives it back when it is canceled', async () => {
  const practice = await app.practice()
  const { clinic, branch, api } = practice
  const second = await app.branch(clinic)
  const doctor = await app.doctor([branch, second])
  const here = { ...practice, doctor }
  const booking = { branchId: second.id, doctorId: doctor.id, start: at('10:10'), end: at('10:50') }
  const { id } = (await api.call(createAppointment, booking)).body.data
  const without = [...halfHours(at('09:00'), at('10:00')), ...halfHours(at('11:00'), at('17:00'))]
  assert.deepEqual(await startsOn(here), without)
  assert.deepEqual(await startsOn({ ...here, branch: second }), without)
  await api.call(cancelAppointment, { id })
  assert.deepEqual(await startsOn(here), halfHours(at('09:00'), at('17:00')))
})

test('offers what the shifts at this branch leave after time off, and nothing on a holiday', async () => {
  const practice = await app.practice()
  const { clinic, api } = practice
  const company_id = clinic.company_id
  const weekday = new Date(at('12:00')).getUTCDay()
  const branch = await app.branch(clinic, { holidays: [Number(dateIn(14).replaceAll('-', ''))] })
  const doctor = await app.doctor([branch], { slot_minutes: 60 })
  const shift = { company_id, practitioner_id: doctor.id, branch_id: branch.id, weekday }
  await app.insert('practitioner_shift', { ...shift, start_minute: 8 * 60, end_minute: 12 * 60 })
  await app.insert('practitioner_shift', { ...shift, start_minute: 13 * 60, end_minute: 15 * 60 })
  const { created_at, updated_at } = clinic
  const away = { company_id, practitioner_id: doctor.id, created_at, updated_at }
  await app.insert('practitioner_time_off', { ...away, id: 'off_1', starts_at: at('10:30'), ends_at: at('11:00') })
  const back = { starts_at: at('08:00'), ends_at: at('15:00'), canceled_at: created_at }
  await app.insert('practitioner_time_off', { ...away, ...back, id: 'off_2' })
  const here = { branch, doctor, api }
  assert.deepEqual(await startsOn(here), [at('09:00'), at('11:00'), at('13:00'), at('14:00')])
  assert.deepEqual(await startsOn(here, 14), [])
})

test('a closed branch, a doctor who has left or works elsewhere, and who is no doctor have no slots', async () => {
  const { clinic, branch, doctor, api } = await app.practice()
  const closed = await app.branch(clinic, { active: false })
  const cases = [
    { branch: closed, doctor: await app.doctor([closed]) },
    { branch, doctor: await app.doctor([branch], { active: false }) },
    { branch, doctor: await app.doctor([branch], { is_doctor: false }) },
    { branch: await app.branch(clinic), doctor },
  ]
  for (const where of cases) assert.deepEqual(await startsOn({ ...where, api }), [])
})

test('another clinic’s branch or doctor is not found', async () => {
  const [here, there] = [await app.practice(), await app.practice()]
  const cases = [
    [{ branchId: there.branch.id, doctorId: here.doctor.id }, 'branch'],
    [{ branchId: here.branch.id, doctorId: there.doctor.id }, 'practitioner'],
  ] as const
  for (const [query, resource] of cases) {
    const { status, body } = await here.api.call(getAvailability, query)
    assert.deepEqual([status, body.error.details], [404, { resource }])
  }
})
