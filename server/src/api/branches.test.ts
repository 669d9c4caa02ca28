import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getBranch, listBranches } from '@clinic/contract/branches.ts'
import { startApp } from '../../test/support/app/harness.ts'

const app = await startApp()

test('shows a branch with its hours, holidays and rooms, in a list as by itself', async () => {
  const { clinic, branch, api } = await app.practice({ scopes: ['clinic:read'] })
  const closed = await app.branch(clinic, {
    opens: ['16:00', '09:00', '09:00', '09:00', '09:00', '', '09:00'],
    closes: ['01:00', '17:00', '17:00', '17:00', '17:00', '', '17:00'],
    closed_days: [5],
    holidays: [20260923],
    phones: ['+966112345678'],
    active: false,
  })
  const { data } = (await api.call(getBranch, { id: closed.id })).body
  assert.deepEqual(data, {
    object: 'branch',
    id: closed.id,
    name: closed.name,
    address: null,
    location: null,
    phones: ['+966112345678'],
    rooms: ['1', '2'],
    specialities: [],
    appointmentTypes: [],
    opens: ['16:00', '09:00', '09:00', '09:00', '09:00', '', '09:00'],
    closes: ['01:00', '17:00', '17:00', '17:00', '17:00', '', '17:00'],
    closedDays: [5],
    holidays: [20260923],
    firstDayOfWeek: 0,
    active: false,
    createdAt: closed.created_at,
    updatedAt: closed.updated_at,
  })
  const listed = await api.all(listBranches, { limit: 1 })
  assert.deepEqual(listed[0], data)
  assert.deepEqual(
    listed.map(({ id }) => id),
    [closed.id, branch.id],
  )
})

test('does not reveal another clinic’s branch', async () => {
  const [here, elsewhere] = [await app.practice(), await app.practice()]
  const answer = await here.api.call(getBranch, { id: elsewhere.branch.id })
  assert.deepEqual([answer.status, answer.body.error.details], [404, { resource: 'branch' }])
  const listed = await here.api.all(listBranches, {})
  assert.deepEqual(
    listed.map(({ id }) => id),
    [here.branch.id],
  )
})
