import assert from 'node:assert/strict'
import { test } from 'node:test'
import { APPOINTMENT_STATUSES, type AppointmentStatus } from '@clinic/contract/appointments.ts'
import fc from 'fast-check'
import { startApp } from '../../../test/support/app/harness.ts'
import { Refusal } from '../../kernel/errors.ts'
import { newId } from '../../kernel/values/ids.ts'
import { changeAppointment } from './change-appointment.ts'
import { commitHeldMove, moveByStaff, undoHeldMove } from './held-move.ts'
import { moveAppointment } from './move-appointment.ts'
import { canMove, eventFor, stepsTo } from './status.ts'

const app = await startApp()
const { clinic, branch, doctor } = await app.practice()
// As long as no machine takes for what is tried here.
await app.sql(
  `insert into day_rules (company_id, grid_minutes, hold_seconds, wait_amber_minutes, wait_red_minutes, late_after_minutes,
    cancel_reasons, cancel_reason_required, updated_at) values ($1, 15, 120, 10, 20, 10, '{}', false, now())`,
  [clinic.company_id],
)

async function visit(status: AppointmentStatus = 'OPEN'): Promise<string> {
  const { id } = await app.insert('appointment', {
    ...{ company_id: clinic.company_id, id: newId('apt'), branch_id: branch.id, doctor_id: doctor.id, status },
    ...{ starts_at: '2035-01-01T10:00:00.000Z', ends_at: '2035-01-01T10:30:00.000Z' },
    ...{ created_at: clinic.created_at, updated_at: clinic.created_at },
  })
  return id
}

const stored = async (id: string) => {
  const [row] = await app.sql<{ status: string; arrived_at: string | null; updated_at: string; version: number }>(
    'select status, arrived_at, updated_at, version from appointment where id = $1',
    [id],
  )
  return row ?? assert.fail(id)
}
const heldMoves = (id: string) =>
  app.sql<{ id: string; state: string; held_at: string }>(
    'select id, state, held_at from held_move where appointment_id = $1 order by created_at, id',
    [id],
  )
const eventsOf = async (id: string) =>
  (
    await app.sql<{ told: string }>(
      `select concat_ws(' ', type, previous_attributes->>'status', data->>'status') as told from event
       where company_id = $1 and data->>'id' = $2 order by id`,
      [clinic.company_id, id],
    )
  ).map(({ told }) => told)
const forget = (id: string) => app.sql('update appointment set status = $2 where id = $1', [id, 'CANCELED'])

const codeOf = async (run: Promise<unknown>): Promise<string> => {
  try {
    await run
    return 'done'
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.code
  }
}

const byStaff = (id: string, from: AppointmentStatus, to: AppointmentStatus, hold?: boolean) =>
  app.write(clinic, tx => moveByStaff(tx, { id, from, to, hold, reason: to === 'CANCELED' ? 'Is ill' : undefined }))
const undo = (id: string) => app.write(clinic, tx => undoHeldMove(tx, { id }))
const byPlugin = (id: string, to: AppointmentStatus) => app.write(clinic, tx => moveAppointment(tx, { id, to }))
const byTheWorker = async (id: string) => {
  for (const { id: heldMoveId } of await heldMoves(id))
    await app.write(clinic, tx => commitHeldMove(tx, { appointmentId: id, heldMoveId }))
}

test('a check-in that is taken back was never heard of: no event, and the appointment as it was', async () => {
  const id = await visit()
  const before = await app.sql('select * from appointment where id = $1', [id])
  await byStaff(id, 'OPEN', 'CHECKEDIN')
  await undo(id)
  await byTheWorker(id)
  assert.deepEqual(await app.sql('select * from appointment where id = $1', [id]), before)
  assert.deepEqual(await eventsOf(id), [])
  assert.equal(await codeOf(undo(id)), 'undo_expired')
  await forget(id)
})

test('a check-in that stays is told once, however often the worker comes, and has the time at which it was made', async () => {
  const id = await visit()
  await byStaff(id, 'OPEN', 'CHECKEDIN')
  assert.equal((await stored(id)).status, 'OPEN')
  await byTheWorker(id)
  await byTheWorker(id)
  assert.deepEqual(await eventsOf(id), ['appointment.checkedin OPEN CHECKEDIN'])
  assert.equal((await stored(id)).arrived_at, (await heldMoves(id))[0]?.held_at)
  assert.equal(await codeOf(undo(id)), 'undo_expired')
  await forget(id)
})

test('what can no longer be taken back is not, also where the worker has not come yet', async () => {
  const id = await visit()
  await byStaff(id, 'OPEN', 'CHECKEDIN')
  await app.sql(`update held_move set until = held_at - interval '1 second' where appointment_id = $1`, [id])
  assert.equal(await codeOf(undo(id)), 'undo_expired')
  await byTheWorker(id)
  assert.deepEqual(await eventsOf(id), ['appointment.checkedin OPEN CHECKEDIN'])
  await forget(id)
})

test('who cancels while a check-in is held cancels a visit that was checked in', async () => {
  const id = await visit()
  await byStaff(id, 'OPEN', 'CHECKEDIN')
  await byPlugin(id, 'CANCELED')
  assert.deepEqual(await eventsOf(id), [
    'appointment.checkedin OPEN CHECKEDIN',
    'appointment.cancelled CHECKEDIN CANCELED',
  ])
})

test('who was thought late and comes is expected again first', async () => {
  const id = await visit('DELAYED')
  await byStaff(id, 'DELAYED', 'CHECKEDIN')
  await byTheWorker(id)
  assert.deepEqual(await eventsOf(id), [
    'appointment.updated DELAYED CONFIRMED',
    'appointment.checkedin CONFIRMED CHECKEDIN',
  ])
  await forget(id)
})

test('the person who made a held move is kept as having made it, whoever commits it', async () => {
  const id = await visit()
  await byStaff(id, 'OPEN', 'CHECKEDIN')
  await byPlugin(id, 'WAITING')
  const kept = await app.sql('select caller from record_change where record_id = $1 order by version', [id])
  assert.deepEqual(kept, [{ caller: 'staff test' }, { caller: 'system test' }])
  await forget(id)
})

type Step =
  | { by: 'staff'; to: AppointmentStatus; hold: boolean; stale: boolean }
  | { by: 'plugin'; to: AppointmentStatus }
  | { by: 'undo' }
  | { by: 'worker' }
  | { by: 'title' }

const status = fc.constantFrom(...APPOINTMENT_STATUSES)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ by: fc.constant('staff' as const), to: status, hold: fc.boolean(), stale: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ by: fc.constant('plugin' as const), to: status }) },
  { weight: 3, arbitrary: fc.constantFrom<Step>({ by: 'undo' }, { by: 'worker' }, { by: 'title' }) },
)

/** What is to be told of a visit, by the rules alone. */
class Model {
  status: AppointmentStatus = 'OPEN'
  held: AppointmentStatus | undefined
  readonly told: string[] = []

  get shown(): AppointmentStatus {
    return this.held ?? this.status
  }

  commit(): void {
    if (this.held) for (const to of stepsTo(this.status, this.held)) this.go(to)
    this.held = undefined
  }

  go(to: AppointmentStatus): void {
    this.told.push(`${eventFor(to).type} ${this.status} ${to}`)
    this.status = to
  }
}

async function play(id: string, model: Model, one: Step, count: number): Promise<void> {
  if (one.by === 'worker') {
    await byTheWorker(id)
    return model.commit()
  }
  if (one.by === 'undo') {
    assert.equal(await codeOf(undo(id)), model.held ? 'done' : 'undo_expired')
    model.held = undefined
    return
  }
  if (one.by === 'title') {
    await app.write(clinic, tx => changeAppointment(tx, { id, title: `Title ${count}` }))
    model.commit()
    model.told.push(`appointment.updated ${model.status}`)
    return
  }
  if (one.by === 'plugin') {
    const isRefused = !canMove(model.shown, one.to)
    assert.equal(await codeOf(byPlugin(id, one.to)), isRefused ? 'invalid_state_transition' : 'done')
    if (isRefused) return
    model.commit()
    return model.go(one.to)
  }
  const from = one.stale ? 'NOSHOW' : model.shown
  const isRefused = from !== model.shown || stepsTo(from, one.to).length === 0
  assert.equal(await codeOf(byStaff(id, from, one.to, one.hold)), isRefused ? 'invalid_state_transition' : 'done')
  if (isRefused) return
  model.commit()
  if (one.hold) model.held = one.to
  else for (const to of stepsTo(model.status, one.to)) model.go(to)
}

test('whatever staff and plugins do in turn, every move that stays is told once and in order, and none that is held is lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async steps => {
      const [id, model] = [await visit(), new Model()]
      for (const [count, one] of steps.entries()) await play(id, model, one, count)
      await byTheWorker(id)
      model.commit()
      assert.deepEqual(await eventsOf(id), model.told)
      assert.equal((await stored(id)).status, model.status)
      await forget(id)
    }),
    { numRuns: 60 },
  )
})
