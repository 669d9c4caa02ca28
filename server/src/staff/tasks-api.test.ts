import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addBoardTask, listBoardTasks, updateBoardTask } from '@clinic/contract/staff/tasks.ts'
import { updateTask } from '@clinic/contract/tasks.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { staffClient, staffMember } from '../../test/support/staff/scene.ts'
import { newId } from '../kernel/values/ids.ts'
import { addDays, localDate, startOfDay } from '../kernel/values/zone.ts'

const app = await startApp()
const { clinic, branch, doctor, patient, api } = await app.practice()
const elsewhere = await app.branch(clinic)
const colleague = await app.doctor([elsewhere])
const stranger = await app.patient(elsewhere)

async function as(role: string, practitioner?: { id: string } | null) {
  const { cookie } = await staffMember(app, clinic, role, practitioner)
  return staffClient(app, () => cookie)
}
type Client = Awaited<ReturnType<typeof as>>
const owner = await as('owner')
const limited = await as('receptionist', doctor)

const add = async (client: Client, wish: Record<string, unknown>) =>
  (await client.call(addBoardTask, { title: 'Call back', ...wish })).body.data
const listed = async (client: Client, query: Record<string, unknown>) =>
  (await client.all(listBoardTasks, query)).map(({ id }) => id)

test('the board shows what is still to be done from its top to its end, whatever was done, and all there was newest first', async () => {
  const [first, second, third] = [await add(owner, {}), await add(owner, {}), await add(owner, {})]
  await owner.call(updateBoardTask, { id: second.id, status: 'COMPLETED' })
  const moved = await owner.call(updateBoardTask, { id: third.id, order: 0 })
  assert.deepEqual([moved.body.data.order, moved.body.data.version], [0, 2])
  assert.deepEqual(await listed(owner, { open: true }), [third.id, first.id])
  assert.deepEqual(await listed(owner, {}), [third.id, second.id, first.id])
})

test('what is late, due today, later and at no time is told apart by the clinic’s day, and what is done is none of it', async () => {
  const [hour, minute] = [3_600_000, 60_000]
  const midnight = startOfDay(addDays(localDate(Date.now(), clinic.time_zone), 1), clinic.time_zone)
  const due = (at: number) => add(owner, { due: new Date(at).toISOString(), assignedToId: colleague.id })
  const [late, today, later] = [await due(Date.now() - hour), await due(midnight - 1), await due(midnight + minute)]
  const whenever = await add(owner, { assignedToId: colleague.id })
  const done = await due(Date.now() - hour)
  await owner.call(updateBoardTask, { id: done.id, status: 'CANCELED' })
  const expected = { late, today, later, whenever }
  for (const [word, task] of Object.entries(expected))
    assert.deepEqual(await listed(owner, { due: word, assignedToId: colleague.id }), [task.id], word)
})

test('a task is wanted by who one is on the list of practitioners, and mine is what is given to that one', async () => {
  const own = await add(limited, { assignedToId: doctor.id })
  assert.equal(own.createdById, doctor.id)
  const others = await add(owner, { assignedToId: colleague.id })
  assert.equal(others.createdById, null)
  assert.deepEqual(await listed(limited, { mine: true, open: true }), [own.id])
  assert.deepEqual(await listed(owner, { mine: true }), [])
})

test('tasks of other branches and patients are not there, those of none are, and a patient out of sight has no name', async () => {
  const here = await add(owner, { branchId: branch.id, patientId: patient.id })
  const there = await add(owner, { branchId: elsewhere.id, patientId: stranger.id })
  const everywhere = await add(owner, { patientId: stranger.id })
  const seen = new Map((await limited.all(listBoardTasks, {})).map(one => [one.id, one]))
  const full = [patient.first_name, patient.last_name].filter(Boolean).join(' ')
  assert.deepEqual([seen.get(here.id)?.patientName, seen.get(here.id)?.fileNumber], [full, patient.file_number])
  assert.equal(seen.get(there.id), undefined)
  assert.deepEqual([seen.get(everywhere.id)?.patientName, seen.get(everywhere.id)?.fileNumber], [null, null])
  assert.notEqual(everywhere.patientName, null)
  const at = new Date().toISOString()
  const visit = await app.insert('appointment', {
    ...{ company_id: clinic.company_id, id: newId('apt'), created_at: at, updated_at: at, status: 'OPEN' },
    ...{ branch_id: elsewhere.id, doctor_id: colleague.id, patient_id: stranger.id },
    ...{ starts_at: '2032-01-01T09:00:00Z', ends_at: '2032-01-01T09:30:00Z' },
  })
  const refused = [
    await limited.call(updateBoardTask, { id: there.id, title: 'Mine' }),
    await limited.call(updateBoardTask, { id: here.id, branchId: elsewhere.id }),
    await limited.call(updateBoardTask, { id: here.id, patientId: stranger.id }),
    await limited.call(addBoardTask, { title: 'Call', branchId: elsewhere.id }),
    await limited.call(addBoardTask, { title: 'Call', patientId: stranger.id }),
    await limited.call(addBoardTask, { title: 'Call', appointmentId: visit.id }),
  ]
  assert.deepEqual(
    refused.map(({ status, body }) => [status, body.error.details?.resource]),
    ['task', 'branch', 'patient', 'branch', 'patient', 'appointment'].map(resource => [404, resource]),
  )
})

test('each task that is given or done is told to plugins once, and who ticks what another changed meanwhile reads it', async () => {
  const task = await add(owner, { branchId: branch.id })
  const renamed = await api.call(updateTask, { id: task.id, status: 'IN_PROGRESS' })
  assert.equal(renamed.status, 200)
  const stale = await limited.call(updateBoardTask, { id: task.id, status: 'CANCELED' })
  assert.deepEqual([stale.status, stale.body.error.code], [409, 'changed_meanwhile'])
  assert.deepEqual(stale.body.error.details?.changes, [{ field: 'status', from: 'OPEN', to: 'IN_PROGRESS' }])
  const ticked = await limited.call(updateBoardTask, { id: task.id, status: 'COMPLETED' }, { version: 2 })
  assert.deepEqual([ticked.status, ticked.body.data.status], [200, 'COMPLETED'])
  const told = await app.sql<{ type: string }>(
    "select type from event where company_id = $1 and data ->> 'id' = $2 order by created_at, id",
    [clinic.company_id, task.id],
  )
  assert.deepEqual(
    told.map(({ type }) => type),
    ['task.created', 'task.completed'],
  )
})
