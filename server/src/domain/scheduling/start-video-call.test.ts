import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getAppointment } from '@clinic/contract/appointments.ts'
import { startApp } from '../../../test/support/app/harness.ts'
import { at } from '../../../test/support/clock.ts'
import { Refusal } from '../../kernel/errors.ts'
import { newId } from '../../kernel/values/ids.ts'
import { startVideoCall } from './start-video-call.ts'

const app = await startApp()
const { clinic, branch, patient, api } = await app.practice()

async function visit(status: string, isOnline: boolean): Promise<string> {
  const doctor = await app.doctor([branch])
  const { id } = await app.insert('appointment', {
    ...{ company_id: clinic.company_id, id: newId('apt'), branch_id: branch.id, doctor_id: doctor.id },
    ...{ patient_id: patient.id, starts_at: at('10:00'), ends_at: at('10:30'), status, is_online: isOnline },
    ...{ created_at: clinic.created_at, updated_at: clinic.created_at },
  })
  return id
}
const start = (id: string) => app.write(clinic, tx => startVideoCall(tx, { id }))
const callsOf = (id: string) =>
  app.sql<{ type: string; data: Record<string, unknown> }>(
    `select type, data from event where type = 'videocall.started' and data->>'appointmentId' = $1`,
    [id],
  )

test('the call of an online appointment is opened once, with its event', async () => {
  const id = await visit('CHECKEDIN', true)
  await start(id)
  await start(id)
  const { videoCall, updatedAt } = (await api.call(getAppointment, { id })).body.data
  assert.equal(videoCall?.createdAt, updatedAt)
  assert.deepEqual(
    (await callsOf(id)).map(({ data }) => data),
    [{ id: videoCall?.id, object: 'videocall', branchId: branch.id, appointmentId: id }],
  )
})

test('what is not online, or is over, has no call', async () => {
  const refused = [
    [await visit('CANCELED', false), 'validation_failed'],
    [await visit('COMPLETED', true), 'invalid_state_transition'],
    [await visit('CANCELED', true), 'invalid_state_transition'],
    [await visit('NOSHOW', true), 'invalid_state_transition'],
  ] as const
  for (const [id, code] of refused) {
    await assert.rejects(start(id), (error: unknown) => error instanceof Refusal && error.code === code)
    assert.deepEqual(await callsOf(id), [])
  }
})
