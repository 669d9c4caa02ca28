import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  cancelAppointment,
  createAppointment,
  getAppointment,
  listAppointments,
  updateAppointment,
} from '@clinic/contract/appointments.ts'
import type { Input } from '@clinic/contract/kernel.ts'
import fc from 'fast-check'
import type { Answer, Api, Problem } from '../../test/support/app/api-client.ts'
import { type Practice, startApp } from '../../test/support/app/harness.ts'
import { at } from '../../test/support/clock.ts'

const app = await startApp()
type Booking = Input<typeof createAppointment>

/** A booking of the practice's doctor, from 10:00 to 10:30 unless told. */
const booking = ({ branch, doctor }: Practice, wishes: Partial<Booking> = {}): Booking => ({
  ...{ branchId: branch.id, doctorId: doctor.id, start: at('10:00'), end: at('10:30') },
  ...wishes,
})

async function booked(api: Api, wishes: Booking) {
  const { status, body, text } = await api.call(createAppointment, wishes)
  assert.equal(status, 201, text)
  return body.data
}

const refusal = ({ status, body }: Answer<{ error: Problem }>) => [status, body.error.code, body.error.details]

const eventsOf = ({ clinic }: Practice) =>
  app.sql('select type, data, previous_attributes from event where company_id = $1 order by created_at, id', [
    clinic.company_id,
  ])

test('a booked appointment is shown in full, and its event tells ids, times and states alone', async () => {
  const practice = await app.practice()
  const { api, patient, branch, doctor } = practice
  const data = await booked(
    api,
    booking(practice, { patientId: patient.id, title: 'Check-up', details: 'Afraid of needles', room: '1' }),
  )
  const { id, createdAt } = data
  assert.match(id, /^apt_/)
  assert.deepEqual(data, {
    object: 'appointment',
    id,
    status: 'OPEN',
    start: at('10:00'),
    end: at('10:30'),
    durationMinutes: 30,
    room: '1',
    title: 'Check-up',
    details: 'Afraid of needles',
    type: null,
    urgent: false,
    isOnline: false,
    videoCall: null,
    pending: false,
    cancelReason: null,
    patientId: patient.id,
    doctorId: doctor.id,
    branchId: branch.id,
    createdAt,
    updatedAt: createdAt,
  })
  assert.deepEqual((await api.call(getAppointment, { id })).body.data, data)
  const told = { id, object: 'appointment', branchId: branch.id, status: 'OPEN', start: data.start, end: data.end }
  assert.deepEqual(await eventsOf(practice), [
    {
      type: 'appointment.created',
      data: { ...told, patientId: patient.id, doctorId: doctor.id, room: '1' },
      previous_attributes: null,
    },
  ])
})

test('times in any zone and with any fraction are kept as UTC to the millisecond', async () => {
  const practice = await app.practice()
  const start = at('10:00').replace('07:00:00.000Z', '10:00:00.0009+03:00')
  const data = await booked(practice.api, booking(practice, { start }))
  assert.equal(data.start, at('10:00'))
})

test('refuses an end that is not after the start, and more than 12 hours, naming the place', async () => {
  const practice = await app.practice()
  for (const [end, code] of [
    [at('10:00'), 'end_not_after_start'],
    [at('09:00'), 'end_not_after_start'],
    [at('22:01'), 'too_long'],
  ] as const) {
    const answer = await practice.api.call(createAppointment, booking(practice, { end, urgent: true }))
    assert.equal(answer.status, 400)
    assert.deepEqual(
      answer.body.error.details?.issues?.map(issue => [issue.path, issue.code]),
      [['/end', code]],
    )
  }
  const twelveHours = booking(practice, { end: at('22:00'), urgent: true })
  assert.equal((await practice.api.call(createAppointment, twelveHours)).status, 201)
})

test('outside the hours only an urgent appointment is booked, and over another one not even that', async () => {
  const practice = await app.practice()
  const early = booking(practice, { start: at('08:45'), end: at('09:15') })
  const outside = [409, 'slot_unavailable', { conflict: 'hours' }]
  assert.deepEqual(refusal(await practice.api.call(createAppointment, early)), outside)
  assert.equal((await booked(practice.api, { ...early, urgent: true })).urgent, true)
  const taken = await practice.api.call(createAppointment, { ...early, urgent: true })
  assert.deepEqual(refusal(taken), [409, 'slot_unavailable', { conflict: 'doctor' }])
})

test('a closed day, a holiday and time off cannot be booked', async () => {
  const { clinic, api } = await app.practice()
  const [closed, holiday, away] = [3, 4, 5]
  const weekday = (days: number) => new Date(at('12:00', days)).getUTCDay()
  const branch = await app.branch(clinic, {
    closed_days: [weekday(closed)],
    holidays: [Number(at('12:00', holiday).slice(0, 10).replaceAll('-', ''))],
  })
  const doctor = await app.doctor([branch])
  await app.insert('practitioner_time_off', {
    ...{ company_id: clinic.company_id, id: 'off_1', practitioner_id: doctor.id },
    ...{ created_at: clinic.created_at, updated_at: clinic.created_at },
    ...{ starts_at: at('10:15', away), ends_at: at('11:00', away) },
  })
  for (const days of [closed, holiday, away]) {
    const wanted = { branchId: branch.id, doctorId: doctor.id, start: at('10:00', days), end: at('10:30', days) }
    const answer = await api.call(createAppointment, wanted)
    assert.deepEqual(refusal(answer), [409, 'slot_unavailable', { conflict: 'hours' }], String(days))
  }
})

test('a plugin books nothing that is over, unless it is urgent', async () => {
  const practice = await app.practice()
  const yesterday = booking(practice, { start: at('10:00', -1), end: at('10:30', -1) })
  const answer = await practice.api.call(createAppointment, yesterday)
  assert.equal(answer.status, 400)
  assert.deepEqual(
    answer.body.error.details?.issues?.map(issue => [issue.path, issue.code]),
    [['/start', 'in_the_past']],
  )
  await booked(practice.api, { ...yesterday, urgent: true })
})

test('refuses a closed branch, and a doctor who has left or works elsewhere, even for an urgent visit', async () => {
  const practice = await app.practice()
  const { clinic, branch, api } = practice
  const second = await app.branch(clinic)
  const closed = await app.branch(clinic, { active: false })
  const elsewhere = await app.doctor([second, closed])
  const left = await app.doctor([branch], { active: false })
  const hygienist = await app.doctor([branch], { is_doctor: false })
  const cases: [string, string, string][] = [
    [closed.id, elsewhere.id, '/branchId'],
    [branch.id, elsewhere.id, '/doctorId'],
    [branch.id, left.id, '/doctorId'],
    [branch.id, hygienist.id, '/doctorId'],
  ]
  for (const [branchId, doctorId, path] of cases) {
    const answer = await api.call(createAppointment, booking(practice, { branchId, doctorId, urgent: true }))
    assert.equal(answer.status, 400)
    assert.deepEqual(
      answer.body.error.details?.issues?.map(issue => [issue.path, issue.code]),
      [[path, 'not_bookable']],
    )
  }
})

test('the room is spelled as the branch spells it, so that it is not booked twice under two spellings', async () => {
  const { clinic, api } = await app.practice()
  const branch = await app.branch(clinic, { rooms: ['Room A'] })
  const [one, two] = [await app.doctor([branch]), await app.doctor([branch])]
  const wanted = { branchId: branch.id, start: at('10:00'), end: at('10:30') }
  assert.equal((await booked(api, { ...wanted, doctorId: one.id, room: ' room a' })).room, 'Room A')
  const again = await api.call(createAppointment, { ...wanted, doctorId: two.id, room: 'ROOM A' })
  assert.deepEqual(refusal(again), [409, 'slot_unavailable', { conflict: 'room' }])
  assert.equal((await booked(api, { ...wanted, doctorId: two.id, room: ' Garden ' })).room, 'Garden')
})

test('an appointment moves to a free time, not to a taken one, and its event tells what it was', async () => {
  const practice = await app.practice()
  const { api } = practice
  const { id } = await booked(api, booking(practice, { room: '1' }))
  await booked(api, booking(practice, { start: at('11:00'), end: at('11:30') }))
  const onto = await api.call(updateAppointment, { id, start: at('10:45'), end: at('11:15') })
  assert.deepEqual(refusal(onto), [409, 'slot_unavailable', { conflict: 'doctor' }])
  const outside = await api.call(updateAppointment, { id, start: at('16:45'), end: at('17:15') })
  assert.deepEqual(refusal(outside), [409, 'slot_unavailable', { conflict: 'hours' }])
  const past = await api.call(updateAppointment, { id, start: at('10:00', -1), end: at('10:30', -1) })
  assert.equal(past.status, 400)
  const moved = await api.call(updateAppointment, { id, start: at('10:30'), end: at('11:00'), room: '2' })
  assert.equal(moved.status, 200)
  assert.deepEqual([moved.body.data.start, moved.body.data.room], [at('10:30'), '2'])
  const events = await eventsOf(practice)
  assert.deepEqual(
    events.slice(2).map(({ type, previous_attributes }) => [type, previous_attributes]),
    [['appointment.updated', { start: at('10:00'), end: at('10:30'), room: '1' }]],
  )
})

test('free text never travels in an event, and an update that changes nothing fires none', async () => {
  const practice = await app.practice()
  const { api } = practice
  const { id, updatedAt } = await booked(api, booking(practice, { title: 'Secret one' }))
  const same = await api.call(updateAppointment, { id, title: 'Secret one', start: at('10:00'), details: null })
  assert.deepEqual([same.status, same.body.data.updatedAt], [200, updatedAt])
  assert.equal((await eventsOf(practice)).length, 1)
  const changed = await api.call(updateAppointment, { id, title: null, details: 'Secret two' })
  assert.deepEqual([changed.body.data.title, changed.body.data.details], [null, 'Secret two'])
  const [, updated] = await eventsOf(practice)
  assert.deepEqual([updated?.type, updated?.previous_attributes], ['appointment.updated', {}])
  assert.doesNotMatch(JSON.stringify(await eventsOf(practice)), /Secret/)
})

test('a canceled appointment frees its time, keeps the reason, and stays canceled', async () => {
  const practice = await app.practice()
  const { api } = practice
  const { id } = await booked(api, booking(practice))
  const canceled = await api.call(cancelAppointment, { id, cancelReason: 'Travelling' })
  assert.equal(canceled.status, 200)
  assert.deepEqual([canceled.body.data.status, canceled.body.data.cancelReason], ['CANCELED', 'Travelling'])
  await booked(api, booking(practice))
  const again = await api.call(cancelAppointment, { id })
  assert.deepEqual(refusal(again), [409, 'invalid_state_transition', { from: 'CANCELED', to: 'CANCELED' }])
  const moved = await api.call(updateAppointment, { id, start: at('12:00'), end: at('12:30') })
  const reason = 'The times of an appointment that is CANCELED can no longer change.'
  assert.deepEqual(refusal(moved), [409, 'invalid_state_transition', { from: 'CANCELED', to: 'CHANGED', reason }])
  const events = await eventsOf(practice)
  assert.deepEqual(
    events.map(({ type, previous_attributes }) => [type, previous_attributes]),
    [
      ['appointment.created', null],
      ['appointment.cancelled', { status: 'OPEN' }],
      ['appointment.created', null],
    ],
  )
})

test('another clinic’s branch, doctor, patient and appointment are not found', async () => {
  const [here, there] = [await app.practice(), await app.practice()]
  const foreign = await booked(there.api, booking(there))
  const { api } = here
  const wrong: [Partial<Booking>, string][] = [
    [{ branchId: there.branch.id }, 'branch'],
    [{ doctorId: there.doctor.id }, 'practitioner'],
    [{ patientId: there.patient.id }, 'patient'],
  ]
  for (const [wishes, resource] of wrong) {
    const answer = await api.call(createAppointment, booking(here, wishes))
    assert.deepEqual(refusal(answer), [404, 'not_found', { resource }])
  }
  const { id } = foreign
  for (const answer of [
    await api.call(getAppointment, { id }),
    await api.call(updateAppointment, { id, title: 'Mine' }),
    await api.call(cancelAppointment, { id }),
  ])
    assert.deepEqual(refusal(answer), [404, 'not_found', { resource: 'appointment' }])
  for (const query of [{ branchId: there.branch.id }, { doctorId: there.doctor.id }, { patientId: there.patient.id }])
    assert.deepEqual(await api.all(listAppointments, query), [])
})

test('a deleted patient is not booked', async () => {
  const practice = await app.practice()
  const gone = await app.patient(practice.branch, { deleted_at: practice.clinic.created_at })
  const answer = await practice.api.call(createAppointment, booking(practice, { patientId: gone.id }))
  assert.deepEqual(refusal(answer), [404, 'not_found', { resource: 'patient' }])
})

test('lists the newest booking first, a window of starts the latest start first, and changes the oldest first', async () => {
  const practice = await app.practice()
  const { api, patient } = practice
  const late = await booked(api, booking(practice, { start: at('15:00'), end: at('15:30'), patientId: patient.id }))
  const early = await booked(api, booking(practice, { start: at('09:00'), end: at('09:30') }))
  const noon = await booked(api, booking(practice, { start: at('12:00'), end: at('12:30') }))
  const idsOf = async (query: Input<typeof listAppointments>) =>
    (await api.all(listAppointments, { limit: 1, ...query })).map(({ id }) => id)
  assert.deepEqual(await idsOf({}), [noon.id, early.id, late.id])
  assert.deepEqual(await idsOf({ from: at('09:00'), to: at('12:00') }), [early.id])
  assert.deepEqual(await idsOf({ from: at('12:00') }), [late.id, noon.id])
  assert.deepEqual(await idsOf({ to: at('15:00') }), [noon.id, early.id])
  assert.deepEqual(await idsOf({ patientId: patient.id }), [late.id])
  await api.call(cancelAppointment, { id: early.id })
  assert.deepEqual(await idsOf({ status: 'CANCELED' }), [early.id])
  assert.deepEqual(await idsOf({ updatedAfter: late.updatedAt }), [noon.id, early.id])
  const [, , changed] = await api.all(listAppointments, { updatedAfter: '2020-01-01T00:00:00Z' })
  assert.equal(changed?.id, early.id)
  assert.deepEqual(await idsOf({ updatedAfter: changed?.updatedAt }), [])
})

test('the pages of a window hold every appointment of it once, in order, however many begin together', async () => {
  const { clinic, branch, doctor, api } = await app.practice()
  const rows: { id: string; start: string }[] = []
  for (let place = 0; place < 40; place++) {
    // Canceled ones take no time, so that many may begin together.
    const { id, starts_at: start } = await app.insert('appointment', {
      ...{ company_id: clinic.company_id, id: `apt_${place % 7}_${place}`, branch_id: branch.id, doctor_id: doctor.id },
      ...{ status: 'CANCELED', starts_at: at(`1${place % 5}:00`), ends_at: at('20:00') },
      ...{ created_at: clinic.created_at, updated_at: clinic.created_at },
    })
    rows.push({ id, start })
  }
  const hour = fc.integer({ min: 9, max: 16 }).map(count => at(`${String(count).padStart(2, '0')}:00`))
  const bound = fc.option(hour, { nil: undefined })
  await fc.assert(
    fc.asyncProperty(bound, bound, fc.integer({ min: 1, max: 13 }), async (from, to, limit) => {
      const listed = await api.all(listAppointments, { from: from ?? at('00:00'), to, limit })
      const within = rows.filter(({ start }) => (!from || start >= from) && (!to || start < to))
      const latestFirst = (a: (typeof rows)[number], b: (typeof rows)[number]) =>
        `${a.start} ${a.id}` < `${b.start} ${b.id}` ? 1 : -1
      assert.deepEqual(
        listed.map(({ id }) => id),
        within.sort(latestFirst).map(({ id }) => id),
      )
    }),
    { numRuns: 25 },
  )
})
