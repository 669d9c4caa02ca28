import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Input } from '@clinic/contract/kernel.ts'
import { listPractitioners } from '@clinic/contract/practitioners.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { assignBranches } from '../domain/practitioners/assign-branches.ts'

const app = await startApp()
const { clinic, branch, doctor, api } = await app.practice()
const second = await app.branch(clinic)
const both = await app.doctor([branch, second])
const left = await app.doctor([second], { active: false })
const hygienist = await app.doctor([second], { is_doctor: false, role: 'hygienist', email: 'h@example.com' })

const idsOf = async (query: Input<typeof listPractitioners>) =>
  (await api.all(listPractitioners, query)).map(({ id }) => id)

test('lists everybody, each with the branches they work at', async () => {
  const listed = await api.all(listPractitioners, { limit: 2 })
  assert.deepEqual(
    listed.map(({ id, branchIds }) => [id, branchIds]),
    [
      [hygienist.id, [second.id]],
      [left.id, [second.id]],
      [both.id, [branch.id, second.id]],
      [doctor.id, [branch.id]],
    ],
  )
})

test('isDoctor=true keeps the doctors that can be booked, false those who are none', async () => {
  assert.deepEqual(await idsOf({ isDoctor: true }), [both.id, doctor.id])
  assert.deepEqual(await idsOf({ isDoctor: false }), [hygienist.id])
  assert.deepEqual(await idsOf({ isDoctor: true, branchId: second.id }), [both.id])
})

test('a branch of another clinic has no practitioners', async () => {
  const elsewhere = await app.practice()
  assert.deepEqual(await idsOf({ branchId: elsewhere.branch.id }), [])
})

test('phones and e-mail are left out without practitioners:read.contact', async () => {
  const { token } = await app.installation(clinic, { scopes: ['practitioners:read'] })
  for (const listed of await app.api(token).all(listPractitioners, {}))
    for (const key of ['phoneNumber', 'phoneNumber2', 'email']) assert.ok(!(key in listed), key)
  const [first] = (await api.list(listPractitioners, { limit: 1 })).body.data
  assert.equal(first?.email, 'h@example.com')
})

test('a practitioner who works at other branches than before has changed, and one who works at the same has not', async () => {
  const at = new Date().toISOString()
  const assign = (...branchIds: string[]) => app.write(clinic, tx => assignBranches(tx, left.id, branchIds))
  await assign(second.id, branch.id)
  const [moved, ...others] = (await api.list(listPractitioners, { updatedAfter: at })).body.data
  assert.deepEqual([moved?.id, moved?.branchIds, others], [left.id, [branch.id, second.id], []])
  await assign(branch.id, second.id)
  assert.deepEqual(await idsOf({ updatedAfter: moved?.updatedAt ?? at }), [])
  await assign(branch.id)
  const [again] = (await api.list(listPractitioners, { updatedAfter: moved?.updatedAt ?? at })).body.data
  assert.deepEqual(again?.branchIds, [branch.id])
  const elsewhere = await app.branch(await app.clinic())
  await assert.rejects(assign(elsewhere.id), { code: 'not_found', details: { resource: 'branch' } })
})
