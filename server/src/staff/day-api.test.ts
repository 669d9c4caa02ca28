import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { updateAppointment } from '@clinic/contract/appointments.ts'
import {
  bookDayAppointment,
  getDayAppointment,
  moveDayAppointment,
  replaceDayAppointment,
  takeWalkIn,
  undoHeldMove,
  updateDayAppointment,
} from '@clinic/contract/staff/appointments.ts'
import { getDay } from '@clinic/contract/staff/day.ts'
import { addToWaitList, listSlotCandidates, listWaitList } from '@clinic/contract/staff/wait-list.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { hastenJobs, runJobs } from '../../test/support/app/jobs.ts'
import { at, dateIn } from '../../test/support/clock.ts'
import { eventually } from '../../test/support/eventually.ts'
import { openStaffScene, staffClient, staffMember } from '../../test/support/staff/scene.ts'
import { ORIGIN } from '../../test/support/staff/staff.ts'
import { commitMove } from '../jobs/commit-move.ts'
import { maintainQueue } from '../jobs/maintain-queue.ts'

const app = await startApp()
const { clinic, branch, doctor, patient, user, cookie, api } = await openStaffScene(app)
const second = await staffMember(app, clinic, 'receptionist')
const far = await app.branch(clinic)
const colleague = await app.doctor([branch, far])

const eventsOf = (id: string) =>
  app.sql<{ type: string; was: unknown }>(
    `select type, previous_attributes as was from event where company_id = $1 and data->>'id' = $2 order by id`,
    [clinic.company_id, id],
  )
const place = { branchId: branch.id, doctorId: doctor.id, patientId: patient.id }
const slot = (from: string, until: string, day = 7) => ({ start: at(from, day), end: at(until, day) })

async function booked(wishes: { start: string; end: string; room?: string }) {
  const { status, body, text } = await api.call(bookDayAppointment, { ...place, ...wishes })
  assert.equal(status, 201, text)
  return body.data
}

test('what the desk holds is seen at the desk alone; the worker does it once its time is over, also after one was killed over it, and tells it once', async () => {
  const { id } = await booked(slot('09:00', '09:30'))
  const [before] = await app.sql('select * from appointment where id = $1', [id])
  const move = { id, from: 'OPEN' as const, to: 'CHECKEDIN' as const }
  const { body } = await api.call(moveDayAppointment, move)
  assert.deepEqual(
    [body.data.status, body.data.held?.to, body.data.held?.at],
    ['OPEN', 'CHECKEDIN', body.data.arrivedAt],
  )
  assert.deepEqual((await app.sql('select * from appointment where id = $1', [id]))[0], before)
  // Not before its time.
  await runJobs(app, { jobs: [commitMove] })
  assert.equal((await eventsOf(id)).length, 1)
  await hastenJobs(app)
  // A worker was killed over it.
  await app.sql(`update graphile_worker._private_jobs set locked_by = 'killed', locked_at = now() - interval '2 minutes',
    attempts = 1 where payload->>'appointmentId' = '${id}'`)
  await app.sql(`select graphile_worker.add_job('maintain_queue')`)
  for (const jobs of [[maintainQueue], [commitMove]]) await runJobs(app, { jobs })
  assert.deepEqual(
    (await eventsOf(id)).map(({ type }) => type),
    ['appointment.created', 'appointment.checkedin'],
  )
  assert.equal((await api.call(undoHeldMove, { id })).body.error.code, 'undo_expired')
  const read = await api.call(getDayAppointment, { id })
  const [{ name } = { name: '' }] = await app.sql<{ name: string }>('select name from staff_user where id = $1', [
    user.id,
  ])
  assert.deepEqual(
    read.body.data.changes.map(({ by }) => by),
    [{ kind: 'staff', name }],
  )
})

test('who says another status than the visit is shown with is refused, and told which it has', async () => {
  const { id } = await booked(slot('10:00', '10:30'))
  await api.call(moveDayAppointment, { id, from: 'OPEN', to: 'CONFIRMED' })
  const late = await api.call(moveDayAppointment, { id, from: 'OPEN', to: 'CANCELED' })
  assert.deepEqual([late.status, late.body.error.details], [409, { from: 'CONFIRMED', to: 'CANCELED' }])
})

test('a visit goes to another doctor and branch, which is told with what it was; its room stays behind', async () => {
  const { id, version } = await booked({ ...slot('11:00', '11:30'), room: '1' })
  await app.sql(`update branch set rooms = '{A}' where id = $1`, [far.id])
  const moved = await api.call(
    updateDayAppointment,
    { id, branchId: far.id, doctorId: colleague.id, ...slot('12:00', '12:30') },
    { version },
  )
  assert.deepEqual(
    [moved.status, moved.body.data.doctorId, moved.body.data.room],
    [200, colleague.id, null],
    moved.text,
  )
  const [, told] = await eventsOf(id)
  assert.deepEqual(told, {
    type: 'appointment.updated',
    was: { branchId: branch.id, doctorId: doctor.id, room: '1', start: at('11:00'), end: at('11:30') },
  })
  await api.call(moveDayAppointment, { id, from: 'OPEN', to: 'CHECKEDIN', hold: false })
  const settled = await api.call(updateDayAppointment, { id, branchId: branch.id }, { version: 3 })
  assert.equal(settled.body.error.code, 'invalid_state_transition')
})

test('of two who change one visit the first wins; the other reads who it was and what, and may do theirs on top, also after a plugin', async () => {
  const { id } = await booked(slot('14:00', '14:30'))
  const other = staffClient(app, () => second.cookie)
  const [noon, later] = [slot('12:00', '12:30'), slot('15:00', '15:30')]
  assert.equal((await other.call(updateDayAppointment, { id, ...noon })).body.data.version, 2)
  const late = await api.call(updateDayAppointment, { id, ...later })
  assert.equal(late.body.error.code, 'changed_meanwhile')
  const { version, by, changes } = late.body.error.details ?? {}
  const [{ name } = { name: '' }] = await app.sql<{ name: string }>('select name from staff_user where id = $1', [
    second.user.id,
  ])
  assert.deepEqual([version, by], [2, { kind: 'staff', name }])
  assert.deepEqual(changes, [
    { field: 'end', from: at('14:30'), to: at('12:30') },
    { field: 'start', from: at('14:00'), to: at('12:00') },
  ])
  // Another field than those that were changed is no conflict.
  assert.equal((await api.call(updateDayAppointment, { id, title: 'Longer' })).status, 200)
  assert.equal((await api.call(updateDayAppointment, { id, ...later }, { version: 3 })).body.data.start, later.start)
  const { token } = await app.installation(clinic)
  assert.equal((await app.api(token).call(updateAppointment, { id, ...noon })).status, 200)
  const after = await api.call(updateDayAppointment, { id, ...slot('16:00', '16:30') }, { version: 4 })
  assert.deepEqual([after.status, JSON.stringify(after.body.error.details?.by).includes('"installation"')], [409, true])
})

test('a booking of which the answer was lost and that is sent again with its key is one visit, told once', async () => {
  const input = { ...place, ...slot('09:00', '09:30', 10) }
  const visits = () =>
    app.sql<{ id: string }>('select id from appointment where company_id = $1 and starts_at = $2', [
      clinic.company_id,
      input.start,
    ])
  const headers = { cookie, origin: ORIGIN, 'idempotency-key': 'lost', 'content-type': 'application/json' }
  const lost = request(`${app.url}/staff/v1${bookDayAppointment.path}`, { method: 'POST', headers })
  lost.on('error', () => undefined).end(JSON.stringify(input))
  await eventually(async () => (await visits()).length, 1)
  lost.destroy()
  const again = await api.call(bookDayAppointment, input, { key: 'lost' })
  const [visit, ...others] = await visits()
  assert.deepEqual([again.status, again.body.data.id, others], [201, visit?.id, []])
  assert.equal((await eventsOf(again.body.data.id)).length, 1)
})

test('visits that change their doctors against each other are all answered, none by a deadlock', async () => {
  const visits = []
  for (let day = 20; day < 26; day++) {
    const mine = await booked(slot('10:00', '10:30', day))
    const theirs = await api.call(bookDayAppointment, {
      ...place,
      doctorId: colleague.id,
      ...slot('10:30', '11:00', day),
    })
    visits.push([mine, colleague.id] as const, [theirs.body.data, doctor.id] as const)
  }
  const answers = await Promise.all(
    visits.map(([{ id }, doctorId]) => api.call(updateDayAppointment, { id, doctorId }, { version: 1 })),
  )
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
})

test('who walks in is booked into the next gap and checked in, in one go', async () => {
  const walkIn = await api.call(takeWalkIn, { ...place, urgent: true })
  assert.deepEqual(
    [walkIn.status, walkIn.body.data.status, walkIn.body.data.held],
    [201, 'CHECKEDIN', null],
    walkIn.text,
  )
  const { id, start } = walkIn.body.data
  assert.deepEqual(
    (await eventsOf(id)).map(({ type }) => type),
    ['appointment.created', 'appointment.checkedin'],
  )
  const next = await api.call(takeWalkIn, { ...place, urgent: true })
  assert.ok(next.body.data.start > start)
  const [once, late] = [{ key: 'walks-in' }, { ...place, urgent: true }]
  const [first, again] = [await api.call(takeWalkIn, late, once), await api.call(takeWalkIn, late, once)]
  assert.deepEqual([first.status, again.body], [201, first.body])
})

test('what was moved by mistake is replaced by an open visit with the same facts, and leaves the day', async () => {
  const visit = await booked({ ...slot('13:00', '13:30'), room: '2' })
  await api.call(moveDayAppointment, { id: visit.id, from: 'OPEN', to: 'CHECKEDIN', hold: false })
  const made = await api.call(replaceDayAppointment, { id: visit.id })
  assert.deepEqual([made.status, made.body.data.status, made.body.data.room], [201, 'OPEN', '2'], made.text)
  assert.deepEqual(
    (await eventsOf(visit.id)).map(({ type }) => type),
    ['appointment.created', 'appointment.checkedin', 'appointment.cancelled'],
  )
  const day = await api.call(getDay, { branchId: branch.id, date: dateIn(7), ids: [visit.id, made.body.data.id] })
  assert.deepEqual(
    day.body.data.cards.map(({ id }) => id),
    [made.body.data.id],
  )
  assert.equal((await api.call(getDayAppointment, { id: visit.id })).body.data.replacedById, made.body.data.id)
  const again = await api.call(replaceDayAppointment, { id: visit.id })
  const open = await api.call(replaceDayAppointment, { id: made.body.data.id })
  assert.deepEqual([again.body.error.code, open.body.error.code], Array(2).fill('invalid_state_transition'))
})

test('a free time is offered to those whom it fits, urgent ones first; who is booked for it waits no more', async () => {
  const [date, weekday] = [dateIn(8), new Date(dateIn(8)).getUTCDay()]
  const wait = async (wishes: object) =>
    (await api.call(addToWaitList, { patientId: patient.id, branchId: branch.id, minutes: 30, ...wishes })).body.data.id
  const longest = await wait({ weekdays: [weekday], parts: ['MORNING'], doctorId: doctor.id })
  const urgent = await wait({ priority: 'URGENT', from: date, until: date })
  for (const other of [
    ...[{ minutes: 45 }, { parts: ['EVENING'] }, { weekdays: [(weekday + 1) % 7] }, { until: dateIn(7) }],
    ...[{ doctorId: colleague.id }, { branchId: far.id }],
  ])
    await wait(other)
  const asked = { branchId: branch.id, doctorId: doctor.id, ...slot('10:00', '10:30', 8) }
  const fits = async () => (await api.call(listSlotCandidates, asked)).body.data.waiting.map(({ id }) => id)
  assert.deepEqual(await fits(), [urgent, longest])
  await api.call(bookDayAppointment, { ...place, ...slot('10:00', '10:30', 8), waitListEntryId: urgent })
  assert.deepEqual(await fits(), [longest])
  const { body } = await api.list(listWaitList, { state: 'BOOKED' })
  assert.deepEqual(
    body.data.map(({ id }) => id),
    [urgent],
  )
})

test('a free time is offered for what is planned or has come from the lab, of patients who have no visit to come', async () => {
  const [planned, came] = [await app.patient(branch), await app.patient(branch)]
  const now = new Date().toISOString()
  const stamps = { company_id: clinic.company_id, branch_id: branch.id, created_at: now, updated_at: now }
  const money = { price_minor: 0, amount_minor: 0, discount_minor: 0, tax_minor: 0, total_minor: 0 }
  const plan = (id: string, of: { id: string }, values = {}) =>
    app.insert('treatment', {
      ...{ ...stamps, ...money, id, patient_id: of.id, name: 'Crown', status: 'PLANNED', quantity: 1, ...values },
    })
  await app.insert('lab', { company_id: clinic.company_id, id: 'lab_1', name: 'Lab', created_at: now, updated_at: now })
  const order = (id: string, of: { id: string }, values = {}) =>
    app.insert('lab_order', { ...stamps, id, lab_id: 'lab_1', patient_id: of.id, items: 1, ...values })
  // The patient of the other tests has visits to come.
  for (const [of, n] of [
    [planned, 1],
    [patient, 2],
  ] as const)
    await plan(`tre_${n}`, of)
  await plan('tre_3', planned, { status: 'COMPLETED' })
  await plan('tre_4', planned, { doctor_id: colleague.id })
  await order('lor_1', came, { received_at: now })
  await order('lor_2', patient, { received_at: now })
  await order('lor_3', came)
  const { data } = (
    await api.call(listSlotCandidates, { branchId: branch.id, doctorId: doctor.id, ...slot('10:00', '10:30', 12) })
  ).body
  const found = [data.treatments, data.labOrders].map(list => list.map(({ id, patientId }) => [id, patientId]))
  assert.deepEqual(found, [[['tre_1', planned.id]], [['lor_1', came.id]]])
})

test('a day says who is there, who is away, and which visits stand where none would be booked', async () => {
  const date = dateIn(9)
  const own = await app.branch(clinic, { closed_days: [(new Date(date).getUTCDay() + 1) % 7] })
  const [there, away] = [
    await app.doctor([own], { display_name: 'Amal' }),
    await app.doctor([own], { display_name: 'Badr' }),
  ]
  const visit = async (doctorId: string, from: string, until: string, urgent = false) =>
    (await api.call(bookDayAppointment, { branchId: own.id, doctorId, ...slot(from, until, 9), urgent })).body.data.id
  const [fine, missed] = [await visit(there.id, '10:00', '10:30'), await visit(away.id, '10:00', '10:30')]
  const late = await visit(there.id, '20:00', '20:30', true)
  const span = { starts_at: at('09:30', 9), ends_at: at('11:00', 9) }
  const now = new Date().toISOString()
  await app.insert('practitioner_time_off', {
    ...{ company_id: clinic.company_id, id: 'tof_1', practitioner_id: away.id, kind: 'SICK', ...span },
    ...{ created_at: now, updated_at: now },
  })
  const { data } = (await api.call(getDay, { branchId: own.id, date })).body
  assert.deepEqual(
    data.columns.map(({ doctorId, away: gone }) => [doctorId, gone.map(({ kind }) => kind)]),
    [
      [there.id, []],
      [away.id, ['SICK']],
    ],
  )
  assert.deepEqual([data.closed, data.hours], [null, [{ start: at('09:00', 9), end: at('17:00', 9) }]])
  const misplaced = new Map(data.cards.map(card => [card.id, card.misplaced]))
  assert.deepEqual([misplaced.get(fine), misplaced.get(missed), misplaced.get(late)], [null, 'away', null])
  await app.sql(`update branch set closes = array_fill('10:15'::text, '{7}') where id = $1`, [own.id])
  const shut = (await api.call(getDay, { branchId: own.id, date, by: 'room' })).body.data
  assert.equal(shut.cards.find(({ id }) => id === fine)?.misplaced, 'closed')
  assert.deepEqual(
    shut.columns.map(({ room }) => room),
    ['1', '2', null],
  )
  const next = await api.call(getDay, { branchId: own.id, date, doctorId: there.id, days: 7 })
  assert.deepEqual(next.body.data.columns.map(({ closed }) => closed?.reason ?? null).slice(0, 3), [
    null,
    'weekday',
    null,
  ])
})

test('a signature is missing while a form waits for one, and until what a procedure is signed for is signed, in time, by this patient', async () => {
  const { company_id } = clinic
  const made = { company_id, created_at: at('08:00', -1), updated_at: at('08:00', -1) }
  const template = async (id: string) =>
    (await app.insert('consent_template', { ...made, id, name: 'Consent', body: 'The risks were explained to me.' })).id
  const [surgery, other] = [await template('cnt_day_surgery'), await template('cnt_day_other')]
  const procedure = async (id: string, consent_template_id: string | null) =>
    (
      await app.insert('procedure', {
        ...{ ...made, id, name: id, price_minor: 100, search_text: id, consent_template_id },
      })
    ).id
  const [plain, extraction] = [await procedure('prc_day_plain', null), await procedure('prc_day_out', surgery)]
  const [one, two] = [await app.patient(branch), await app.patient(branch)]
  const visit = async (patientId: string, procedureIds: string[], from: string, until: string) => {
    const { body, text } = await api.call(bookDayAppointment, {
      ...place,
      ...slot(from, until, 9),
      patientId,
      procedureIds,
    })
    assert.ok(body.data, text)
    return body.data.id
  }
  const ids = [
    await visit(one.id, [plain], '09:00', '09:15'),
    await visit(one.id, [plain, extraction], '09:15', '09:30'),
    await visit(two.id, [extraction], '09:30', '09:45'),
  ]
  const missing = async () => {
    const { body } = await api.call(getDay, { branchId: branch.id, date: dateIn(9), ids })
    return ids.map(id => body.data.cards.find(card => card.id === id)?.consentMissing)
  }
  const given = (id: string, patient_id: string, template_id: string, wishes: Record<string, unknown> = {}) =>
    app.insert('consent_form', {
      ...{ ...made, id, patient_id, template_id, branch_id: branch.id, name: 'Consent', body: 'Text' },
      ...{ sign_required: true, signed: true, signed_at: at('08:00', -1), ...wishes },
    })
  assert.deepEqual(await missing(), [false, true, true])
  await given('cns_day_other', one.id, other)
  await given('cns_day_over', one.id, surgery, { expires_at: at('08:00', -1) })
  assert.deepEqual(await missing(), [false, true, true])
  await given('cns_day_signed', one.id, surgery, { expires_at: at('08:00', 1) })
  assert.deepEqual(await missing(), [false, false, true])
  // A form that waits is missing whatever the visit is for.
  await given('cns_day_waits', one.id, other, { signed: false, signed_at: null })
  assert.deepEqual(await missing(), [true, true, true])
})
