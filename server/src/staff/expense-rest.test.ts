import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addExpense,
  listBookedExpenses,
  payBookedExpense,
  reverseBookedExpense,
} from '@clinic/contract/staff/book-entries.ts'
import { addTreasury } from '@clinic/contract/staff/treasuries.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { practiceIn } from '../../test/support/clinic/papers.ts'

const app = await startApp()
const detailsOf = ({ error }: { error: { details?: object } }) => error.details

test('what is left of an expense is told to the third decimal, can be paid as told, and is nothing once it is taken back', async () => {
  const { branch, owner: desk } = await practiceIn(app, 'KWD')
  const drawer = { name: 'Drawer', type: 'CASH', branchId: branch.id, opening: 100 } as const
  const treasuryId = (await desk.call(addTreasury, drawer)).body.data.id
  const spent = { name: 'Gloves', branchId: branch.id, treasuryId, total: 0.3, paid: 0.1 }
  const [{ body }, other] = [await desk.call(addExpense, spent), await desk.call(addExpense, spent)]
  const { id, left } = body.data
  assert.equal(left, 0.2)

  const above = await desk.call(payBookedExpense, { id, treasuryId, amount: 0.201 })
  assert.deepEqual([above.status, detailsOf(above.body)], [422, { pending: left }])
  assert.equal((await desk.call(payBookedExpense, { id, treasuryId, amount: left })).body.data.left, 0)

  await desk.call(reverseBookedExpense, { id: other.body.data.id, reason: 'Entered twice' })
  const listed = (await desk.list(listBookedExpenses, {})).body.data
  assert.deepEqual(
    listed.map(one => one.left),
    [0, 0, 0],
  )
})
