import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAppointment } from '@clinic/contract/appointments.ts'
import { bookDayAppointment } from '@clinic/contract/staff/appointments.ts'
import { addBlock, getBlock, listFreeSlots, removeBlock, updateBlock } from '@clinic/contract/staff/blocks.ts'
import { getDay } from '@clinic/contract/staff/day.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { at, dateIn } from '../../test/support/clock.ts'
import { openStaffScene, staffClient, staffMember } from '../../test/support/staff/scene.ts'

const app = await startApp()
const { clinic, branch, doctor, patient, api } = await openStaffScene(app)
await app.sql(`update branch set rooms = '{A,B}' where id = $1`, [branch.id])
const far = await app.branch(clinic)
const stranger = await app.doctor([far])
const place = { branchId: branch.id, doctorId: doctor.id, patientId: patient.id }
const span = (from: string, until: string, day: number) => ({ start: at(from, day), end: at(until, day) })

async function booked(wishes: { start: string; end: string; room?: string }) {
  const { status, body, text } = await api.call(bookDayAppointment, { ...place, ...wishes })
  assert.equal(status, 201, text)
  return body.data
}
const events = async () =>
  (await app.sql<{ n: number }>('select count(*)::int as n from event where company_id = $1', [clinic.company_id]))[0]
    ?.n

test('a doctor who is away is booked by no staff and no plugin; what stands there already stays, is answered, and shows as misplaced', async () => {
  const visit = await booked(span('10:00', '10:30', 3))
  const told = await events()
  const { status, body } = await api.call(addBlock, { doctorId: doctor.id, ...span('09:30', '12:00', 3), kind: 'SICK' })
  assert.equal(status, 201)
  assert.deepEqual(
    body.data.affected.map(({ id }) => id),
    [visit.id],
  )
  assert.equal(await events(), told)
  const refused = await api.call(bookDayAppointment, { ...place, ...span('11:00', '11:30', 3) })
  const { reason, suggestions = [] } = refused.body.error.details ?? {}
  assert.deepEqual([refused.status, refused.body.error.code, reason], [409, 'slot_unavailable', 'away'])
  assert.ok(Array.isArray(suggestions) && suggestions.every(({ start }) => start >= at('12:00', 3)))
  const { token } = await app.installation(clinic)
  const plugin = await app.api(token).call(createAppointment, { ...place, ...span('11:00', '11:30', 3) })
  assert.equal(plugin.body.error.code, 'slot_unavailable')
  const day = await api.call(getDay, { branchId: branch.id, date: dateIn(3) })
  assert.deepEqual(
    [day.body.data.cards[0]?.misplaced, day.body.data.columns[0]?.away.map(({ kind }) => kind)],
    ['away', ['SICK']],
  )
})

test('a room that is blocked is neither offered nor booked, another one is; given free it is booked again', async () => {
  const times = span('09:00', '18:00', 4)
  const { body, text } = await api.call(addBlock, { branchId: branch.id, room: ' a ', ...times, kind: 'MAINTENANCE' })
  assert.equal(body.data.room, 'A', text)
  const visit = { ...place, ...span('10:00', '10:30', 4), room: 'A' }
  const refused = await api.call(bookDayAppointment, visit)
  assert.equal(refused.body.error.details?.reason, 'blocked')
  const { slots } = (
    await api.call(listFreeSlots, { branchId: branch.id, durationMinutes: 30, from: times.start, limit: 3 })
  ).body.data
  assert.deepEqual([slots.length, ...new Set(slots.map(({ room }) => room))], [3, 'B'])
  const removed = await api.call(removeBlock, { id: body.data.id }, { version: body.data.version })
  assert.ok(removed.body.data.canceledAt)
  assert.equal((await api.call(getBlock, { id: body.data.id })).status, 404)
  assert.equal((await api.call(bookDayAppointment, visit)).status, 201)
})

test('each time that is offered can be booked, and is offered no more', async () => {
  const asked = { branchId: branch.id, doctorId: doctor.id, durationMinutes: 45, from: at('09:00', 5), limit: 20 }
  const [first] = (await api.call(listFreeSlots, asked)).body.data.slots
  assert.ok(first)
  const { start, end, room } = first
  await booked({ start, end, ...(room !== null && { room }) })
  const after = (await api.call(listFreeSlots, asked)).body.data.slots
  assert.equal(after.length, 20)
  assert.ok(after.every(one => one.start >= end))
})

test('who changed a blocked time since is told; times are one; another note stays', async () => {
  const { body } = await api.call(addBlock, { doctorId: doctor.id, ...span('09:00', '10:00', 6), kind: 'MEETING' })
  const { id, version } = body.data
  assert.equal((await api.call(updateBlock, { id, end: at('11:00', 6) }, { version })).status, 200)
  const late = await api.call(updateBlock, { id, start: at('08:00', 6) }, { version })
  assert.equal(late.body.error.code, 'changed_meanwhile')
  assert.deepEqual(late.body.error.details?.changes, [{ field: 'end', from: at('10:00', 6), to: at('11:00', 6) }])
  const noted = await api.call(updateBlock, { id, note: 'Training' }, { version })
  assert.deepEqual([noted.status, noted.body.data.note, noted.body.data.end], [200, 'Training', at('11:00', 6)])
  const turned = await api.call(updateBlock, { id, end: at('07:00', 6) }, { version: 3 })
  assert.equal(turned.body.error.details?.issues?.[0]?.code, 'end_not_after_start')
})

test('a block is of a doctor or of a room of the branch; a room that the branch does not name is none', async () => {
  const times = { ...span('09:00', '10:00', 8), kind: 'RESERVED' as const }
  for (const wish of [{}, { ...place, room: 'A' }, { branchId: branch.id }, { room: 'A' }]) {
    const { patientId: _, ...named } = { patientId: '', ...wish }
    const { body } = await api.call(addBlock, { ...named, ...times })
    assert.equal(body.error.details?.issues?.[0]?.code, 'doctor_or_room', JSON.stringify(wish))
  }
  const unknown = await api.call(addBlock, { branchId: branch.id, room: 'Z', ...times })
  assert.equal(unknown.body.error.details?.issues?.[0]?.code, 'unknown_room')
})

test('who is limited to a branch takes, sees and changes no time of a doctor who works elsewhere alone', async () => {
  const { cookie } = await staffMember(app, clinic, 'receptionist', doctor)
  const limited = staffClient(app, () => cookie)
  const times = { ...span('09:00', '10:00', 9), kind: 'LEAVE' as const }
  assert.equal((await limited.call(addBlock, { doctorId: stranger.id, ...times })).status, 404)
  assert.equal((await limited.call(addBlock, { doctorId: doctor.id, ...times })).status, 201)
  const { body } = await api.call(addBlock, { doctorId: stranger.id, ...times })
  const { id, version } = body.data
  assert.equal((await limited.call(getBlock, { id })).status, 404)
  assert.equal((await limited.call(updateBlock, { id, note: 'Mine' }, { version })).status, 404)
  assert.equal((await limited.call(removeBlock, { id }, { version })).status, 404)
})
