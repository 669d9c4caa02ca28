import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listExpenses, listIncomes, listTreasuries } from '@clinic/contract/bookkeeping.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { enterExpense } from '../domain/books/expense.ts'
import { enterIncome } from '../domain/books/income.ts'
import { openTreasury } from '../domain/books/treasury.ts'
import type { Refusal } from '../kernel/errors.ts'

const app = await startApp()
const { clinic, branch, api } = await app.practice()
const event = async (id: string) =>
  (await app.sql<{ type: string; data: unknown }>("select type, data from event where data->>'id' = $1", [id]))[0]

test('an expense entered by hand is listed with the tax within it, and fires expense.created', async () => {
  const treasury = await app.write(clinic, tx => openTreasury(tx, { name: 'Bank', type: 'BANK' }))
  const { id } = await app.write(clinic, tx =>
    enterExpense(tx, {
      name: 'Rent',
      branchId: branch.id,
      totalMinor: 57_500,
      taxPercent: 15,
      paidMinor: 50_000,
      treasuryId: treasury.id,
      date: '2026-07-01',
    }),
  )
  const [expense] = await api.all(listExpenses, { branchId: branch.id })
  assert.deepEqual(
    [expense?.id, expense?.total, expense?.tax, expense?.paid, expense?.paidInFull, expense?.date],
    [id, 575, 75, 500, false, '2026-07-01'],
  )
  const data = { id, object: 'expense', branchId: branch.id, total: 575, treasuryId: treasury.id }
  assert.deepEqual(await event(id), { type: 'expense.created', data })
})

test('an income entered by hand is dated on the clinic’s calendar, and fires income.created', async () => {
  const { id } = await app.write(clinic, tx =>
    enterIncome(tx, { name: 'Room rent', branchId: branch.id, amountMinor: 120_050 }),
  )
  const [income] = await api.all(listIncomes, { branchId: branch.id })
  const today = Temporal.Now.plainDateISO('Asia/Riyadh').toString()
  assert.deepEqual([income?.id, income?.amount, income?.paymentId, income?.date], [id, 1200.5, null, today])
  const data = { id, object: 'income', branchId: branch.id, total: 1200.5, treasuryId: null }
  assert.deepEqual(await event(id), { type: 'income.created', data })
})

test('refuses amounts that cannot be', async () => {
  const spend = (wishes: object) =>
    app.write(clinic, tx => enterExpense(tx, { name: 'X', branchId: branch.id, totalMinor: 1_000, ...wishes }))
  for (const [wishes, path] of [
    [{ totalMinor: 0 }, '/totalMinor'],
    [{ paidMinor: 1_001 }, '/paidMinor'],
    [{ taxPercent: 101 }, '/taxPercent'],
  ] as const) {
    await assert.rejects(
      spend(wishes),
      (error: Refusal & { details: { issues: { path: string }[] } }) => error.details.issues[0]?.path === path,
    )
  }
  await assert.rejects(spend({ treasuryId: 'tre_unknown' }), (error: Refusal) => error.code === 'not_found')
})

test('a branch has one default treasury of a type: the latest', async () => {
  const open = (name: string) =>
    app.write(clinic, tx => openTreasury(tx, { name, type: 'CASH', branchId: branch.id, isDefault: true }))
  await open('First')
  await open('Second')
  const defaults = (await api.all(listTreasuries, { branchId: branch.id })).filter(({ isDefault }) => isDefault)
  assert.deepEqual(
    defaults.map(({ name, currency, type }) => [name, currency, type]),
    [['Second', 'SAR', 'CASH']],
  )
})

test('shows treasuries to an installation that may record payments', async () => {
  const { token } = await app.installation(clinic, { scopes: ['payments:write'] })
  assert.equal((await app.api(token).list(listTreasuries, {})).status, 200)
  assert.equal((await app.api(token).list(listIncomes, {})).status, 403)
})
