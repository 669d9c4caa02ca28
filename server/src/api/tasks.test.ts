import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTask, getTask, listTasks, updateTask } from '@clinic/contract/tasks.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { changeTask } from '../domain/tasks/change-task.ts'
import { openTask } from '../domain/tasks/open-task.ts'

const app = await startApp()
const { clinic, branch, doctor, patient, api } = await app.practice()

const create = async (values = {}) => (await api.call(createTask, { title: 'Call back', ...values })).body.data
const update = (id: string, values: object) => api.call(updateTask, { id, ...values })
const eventsOf = async (id: string) => {
  const events = await app.sql(
    `select type, data, previous_attributes as previous from event where data->>'id' = $1 order by created_at, id`,
    [id],
  )
  return events.map(({ type, data, previous }) => [type, data.status, data.assignedToId, previous])
}

test('a new task is open, of normal priority, at the end of the board, and fires task.created', async () => {
  const first = await create()
  const { status, body } = await api.call(createTask, {
    ...{ title: 'Order gloves', details: 'Size M', due: '2030-01-01T12:00:00+03:00', priority: 'HIGH' },
    ...{ assignedToId: doctor.id, patientId: patient.id, branchId: branch.id },
  })
  const { data } = body
  assert.equal(status, 201)
  assert.deepEqual(
    [data.status, data.priority, data.due, data.completedAt, data.createdById],
    ['OPEN', 'HIGH', '2030-01-01T09:00:00.000Z', null, null],
  )
  assert.deepEqual([first.priority, first.assignedToId], ['NORMAL', null])
  assert.ok(data.order > first.order)
  assert.deepEqual(await eventsOf(data.id), [['task.created', 'OPEN', doctor.id, null]])
  assert.deepEqual((await api.call(getTask, { id: data.id })).body.data, data)
})

test('the staff’s own task says who wants it done', async () => {
  const made = await app.write(clinic, tx => openTask(tx, { title: 'Tidy up', createdById: doctor.id }))
  assert.equal((await api.call(getTask, { id: made.id })).body.data.createdById, doctor.id)
  await app.write(clinic, tx => changeTask(tx, { id: made.id, order: 1 }))
  assert.equal((await api.call(getTask, { id: made.id })).body.data.order, 1)
})

test('completing says when and fires task.completed once; taking it up again forgets when', async () => {
  const { id } = await create()
  await update(id, { status: 'IN_PROGRESS' })
  const { data } = (await update(id, { status: 'COMPLETED', assignedToId: doctor.id })).body
  assert.deepEqual([data.status, data.completedAt], ['COMPLETED', data.updatedAt])
  const again = await update(id, { status: 'COMPLETED' })
  assert.deepEqual([again.status, again.body.data], [200, data])
  const reopened = (await update(id, { status: 'OPEN' })).body.data
  assert.deepEqual([reopened.status, reopened.completedAt], ['OPEN', null])
  assert.deepEqual(await eventsOf(id), [
    ['task.created', 'OPEN', null, null],
    ['task.completed', 'COMPLETED', doctor.id, { status: 'IN_PROGRESS', assignedToId: null }],
  ])
})

test('a dropped task cannot be done, nor a done one dropped', async () => {
  const [dropped, done] = [await create(), await create()]
  await update(dropped.id, { status: 'CANCELED' })
  await update(done.id, { status: 'COMPLETED' })
  for (const [id, from, to] of [
    [dropped.id, 'CANCELED', 'COMPLETED'],
    [done.id, 'COMPLETED', 'CANCELED'],
  ] as const) {
    const { status, body } = await update(id, { status: to, title: 'Not written' })
    assert.deepEqual([status, body.error.code, body.error.details], [409, 'invalid_state_transition', { from, to }])
    assert.equal((await api.call(getTask, { id })).body.data.title, 'Call back')
  }
})

test('what is absent stays, null clears, and an update that changes nothing leaves the task alone', async () => {
  const made = await create({ details: 'Invented', due: '2030-01-01T00:00:00Z', patientId: patient.id })
  const same = await update(made.id, { title: made.title, due: '2030-01-01T03:00:00+03:00', priority: 'NORMAL' })
  assert.deepEqual(same.body.data, made)
  const { data } = (await update(made.id, { details: null, due: null, patientId: null })).body
  assert.deepEqual([data.details, data.due, data.patientId, data.title], [null, null, null, 'Call back'])
})

test('a task is assigned to no person of another clinic', async () => {
  const other = await app.practice()
  for (const values of [
    { assignedToId: other.doctor.id },
    { patientId: other.patient.id },
    { branchId: other.branch.id },
    { leadId: 'lea_unknown' },
  ]) {
    const created = await api.call(createTask, { title: 'x', ...values })
    const changed = await update((await create()).id, values)
    assert.deepEqual([created.status, changed.status], [404, 404], JSON.stringify(values))
  }
})

test('two requests at the same time that complete it fire one event', async () => {
  const { id } = await create()
  await Promise.all([1, 2, 3, 4].map(() => update(id, { status: 'COMPLETED' })))
  assert.equal((await eventsOf(id)).length, 2)
})

test('each filter narrows the list', async () => {
  const everything = await api.all(listTasks, { limit: 100 })
  for (const query of [
    ...(['OPEN', 'COMPLETED', 'CANCELED'] as const).map(status => ({ status })),
    { assignedToId: doctor.id },
    { patientId: patient.id },
  ]) {
    const [[field, value] = ['', '']] = Object.entries(query)
    const expected = everything.filter(each => new Map(Object.entries(each)).get(field) === value)
    assert.ok(expected.length > 0 && expected.length < everything.length, field)
    assert.deepEqual(await api.all(listTasks, query), expected)
  }
})
