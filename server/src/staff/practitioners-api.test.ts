import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bookDayAppointment } from '@clinic/contract/staff/appointments.ts'
import {
  addClinicPractitioner,
  listClinicPractitioners,
  updateClinicPractitioner,
} from '@clinic/contract/staff/practitioners.ts'
import { getWorkplace } from '@clinic/contract/staff/workplace.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { at } from '../../test/support/clock.ts'
import { openStaffScene } from '../../test/support/staff/scene.ts'
import { forgetStepUp } from '../../test/support/staff/staff.ts'

const app = await startApp()
const { clinic, branch, patient, user, api } = await openStaffScene(app)

async function added(wishes: { branchIds?: string[]; phoneNumber?: string } = {}) {
  const person = { displayName: 'Dr. Huda', role: 'doctor', isDoctor: true, branchIds: [branch.id], ...wishes }
  const { status, body, text } = await api.call(addClinicPractitioner, person)
  assert.equal(status, 201, text)
  return body.data
}
const booked = (doctorId: string, branchId: string, time: string) =>
  api.call(bookDayAppointment, { branchId, doctorId, patientId: patient.id, start: at(time, 3) })

test('who is added is listed with what was said, phones as dialled from anywhere, and can be booked for the length of their slot', async () => {
  const doctor = await added({ phoneNumber: '٠٥٠ ٠٠٠ ٠٠١٢' })
  assert.deepEqual(
    [doctor.version, doctor.slotMinutes, doctor.phoneNumber, doctor.active, doctor.color],
    [1, 30, '+966500000012', true, null],
  )
  const { version } = doctor
  const other = await api.call(updateClinicPractitioner, { id: doctor.id, slotMinutes: 45, order: 7 }, { version })
  assert.deepEqual(
    [other.body.data.slotMinutes, other.body.data.order, other.body.data.version],
    [45, 7, 2],
    other.text,
  )
  const visit = await booked(doctor.id, branch.id, '10:00')
  assert.equal(visit.body.data.end, at('10:45', 3), visit.text)
  const wrong = await api.call(updateClinicPractitioner, { id: doctor.id, phoneNumber: '12345' }, { version: 2 })
  assert.deepEqual([wrong.status, wrong.body.error.details?.issues?.[0]?.path], [400, '/phoneNumber'])
  const cleared = await api.call(updateClinicPractitioner, { id: doctor.id, phoneNumber: null }, { version: 2 })
  assert.equal(cleared.body.data.phoneNumber, null)
})

test('who has visits to come stays; who has none leaves, is listed still, and chosen no more', async () => {
  const other = await app.branch(clinic)
  const doctor = await added({ branchIds: [branch.id, other.id] })
  await booked(doctor.id, branch.id, '11:00')
  const change = async (wishes: { active?: boolean; isDoctor?: boolean; branchIds?: string[] }, version = 1) => {
    const { status, body } = await api.call(updateClinicPractitioner, { id: doctor.id, ...wishes }, { version })
    return [status, status === 200 ? body.data.version : body.error.details]
  }
  const refused = [409, { comingVisits: 1 }]
  assert.deepEqual(await change({ active: false }), refused)
  assert.deepEqual(await change({ isDoctor: false }), refused)
  assert.deepEqual(await change({ branchIds: [other.id] }), refused)
  assert.deepEqual(await change({ branchIds: [branch.id], active: true }), [200, 2])
  await app.sql("update appointment set status = 'CANCELED' where doctor_id = $1", [doctor.id])
  assert.deepEqual(await change({ active: false }, 2), [200, 3])
  const [listed] = (await api.list(listClinicPractitioners, {})).body.data.filter(({ id }) => id === doctor.id)
  assert.deepEqual([listed?.active, listed?.branchIds], [false, [branch.id]])
  const { practitioners } = (await api.call(getWorkplace, {})).body.data
  assert.ok(!practitioners.some(({ id }) => id === doctor.id))
})

test('of a visit and a doctor who leaves at the same time, one is refused', async () => {
  for (let round = 0; round < 5; round++) {
    const { id, version } = await added()
    const [visit, left] = await Promise.all([
      booked(id, branch.id, '13:00'),
      api.call(updateClinicPractitioner, { id, active: false }, { version }),
    ])
    assert.deepEqual([visit.status < 300, left.status < 300].sort(), [false, true], `${visit.text} ${left.text}`)
  }
})

test('where a person works asks for a step-up, as a login of theirs sees those branches; the rest does not', async () => {
  const { id, version } = await added()
  await forgetStepUp(app, user)
  const refused = await api.call(updateClinicPractitioner, { id, branchIds: [] }, { version })
  assert.deepEqual([refused.status, refused.body.error.code], [403, 'step_up_required'])
  assert.equal((await api.call(updateClinicPractitioner, { id, specialty: 'Crowns' }, { version })).status, 200)
})
