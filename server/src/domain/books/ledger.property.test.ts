import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { startApp } from '../../../test/support/app/harness.ts'
import { balancesOf, closesOf } from '../../../test/support/clinic/closes.ts'
import { issueInvoice, moneyMismatches } from '../../../test/support/clinic/money.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { addDays, localDate } from '../../kernel/values/zone.ts'
import { notedLines } from '../billing/credit-notes.ts'
import { linesLeft } from '../billing/credited-lines.ts'
import { refundPayment } from '../billing/refund-payment.ts'
import { storedLines } from '../billing/stored-lines.ts'
import { takeDeposit } from '../billing/take-deposit.ts'
import { takePayment } from '../billing/take-payment.ts'
import { creditInvoice } from '../invoicing/credit-invoice.ts'
import { closeDay, previewClose } from './day-close.ts'
import { enterExpense } from './expense.ts'
import { payExpense } from './expense-payment.ts'
import { enterIncome, reverseIncome } from './income.ts'
import { balanceOf, today } from './move-money.ts'
import { reverseExpense } from './reverse-expense.ts'
import { transferMoney } from './transfer.ts'
import { openTreasury } from './treasury.ts'

const app = await startApp()

/** A branch with two drawers and a bank account, and an invoice that is paid in parts. */
async function openBooks() {
  const practice = await app.practice()
  const { clinic, branch } = practice
  const opened = (['CASH', 'CASH', 'BANK'] as const).map((type, index) =>
    app.write(clinic, tx =>
      openTreasury(tx, { name: `Money ${index}`, type, branchId: branch.id, isDefault: index !== 1 }),
    ),
  )
  const treasuries = (await Promise.all(opened)).map(({ id }) => id)
  const invoice = await issueInvoice(app, practice, 0, {
    lines: [{ name: 'Care', unitMinor: 500_000, taxPercent: 15 }],
  })
  return { practice, treasuries, invoiceId: invoice.id }
}

type Books = Awaited<ReturnType<typeof openBooks>>

const amount = fc.constantFrom(1, 33, 1_000, 33_333)
/** Also more than is paid. */
const credited = fc.constantFrom(1, 33, 250_000, 480_000)
const place = fc.nat(2)
const which = fc.nat(30)
const days = fc.integer({ min: -2, max: 0 })
/** What people who keep the books do, in any order and at the same time. */
const deed = fc.oneof(
  fc.record({ what: fc.constant('pay' as const), amount, place }),
  fc.record({ what: fc.constant('deposit' as const), amount, place }),
  fc.record({ what: fc.constant('refund' as const), which, part: fc.option(amount, { nil: undefined }) }),
  fc.record({ what: fc.constant('note' as const), amount: credited, refunds: fc.boolean() }),
  fc.record({ what: fc.constant('income' as const), amount, place, days }),
  fc.record({ what: fc.constant('expense' as const), amount, place, days, part: fc.integer({ min: 0, max: 100 }) }),
  fc.record({ what: fc.constant('payExpense' as const), amount, place, which }),
  fc.record({ what: fc.constant('reverseIncome' as const), which }),
  fc.record({ what: fc.constant('reverseExpense' as const), which }),
  fc.record({ what: fc.constant('transfer' as const), amount, place, to: place, fee: fc.nat(20) }),
  fc.record({ what: fc.constant('close' as const), place, days, off: fc.constantFrom(0, 0, -7, 12) }),
)
type Deed = typeof deed extends fc.Arbitrary<infer Each> ? Each : never

/** One of the records of a table, by a number; none where there is none. */
async function pick(tx: Tx, table: 'payment' | 'income' | 'expense', nth: number): Promise<string | undefined> {
  const rows = await app.sql<{ id: string }>(`select id from ${table} where company_id = $1 order by id`, [
    tx.clinic.id,
  ])
  return rows[nth % Math.max(rows.length, 1)]?.id
}

async function perform(tx: Tx, { practice, treasuries, invoiceId }: Books, one: Deed): Promise<unknown> {
  const branchId = practice.branch.id
  const at = (index: number) => String(treasuries[index])
  const day = (back: number) => addDays(today(tx), back)
  const reason = 'Entered in error'
  switch (one.what) {
    case 'pay': {
      const invoice = await tx.lock('invoice', invoiceId)
      const paid = { type: 'CASH' as const, amountMinor: one.amount, treasuryId: at(one.place), reference: null }
      return takePayment(tx, invoice, { id: newId('pay'), ...paid })
    }
    case 'deposit':
      return takeDeposit(tx, {
        patientId: practice.patient.id,
        ...{ branchId, amountMinor: one.amount, type: 'CASH', treasuryId: at(one.place) },
      })
    case 'note': {
      const [line] = linesLeft(await storedLines(tx, invoiceId), await notedLines(tx, invoiceId))
      const lines = [{ lineId: line?.line.id ?? '', amountMinor: Math.min(one.amount, line?.leftMinor ?? 0) }]
      return creditInvoice(tx, { id: invoiceId, lines, reason, refunds: one.refunds })
    }
    case 'income':
      return enterIncome(tx, {
        name: 'Rent',
        ...{ branchId, amountMinor: one.amount, treasuryId: at(one.place), date: day(one.days) },
      })
    case 'expense':
      return enterExpense(tx, {
        name: 'Gloves',
        ...{ branchId, totalMinor: one.amount, treasuryId: at(one.place), date: day(one.days), taxPercent: 15 },
        paidMinor: Math.floor((one.amount * one.part) / 100),
      })
    case 'transfer':
      return transferMoney(tx, {
        ...{ fromId: at(one.place), toId: at(one.to), amountMinor: one.amount },
        ...(one.fee > 0 && { fee: { amountMinor: one.fee, branchId } }),
      })
    case 'close': {
      const closed = { treasuryId: at(one.place), date: day(one.days) }
      const { expectedMinor, hash } = await previewClose(tx, closed)
      return closeDay(tx, {
        ...closed,
        countedMinor: Math.max(expectedMinor + one.off, 0),
        reason: 'Counted twice',
        hash,
      })
    }
    default:
      return performOn(tx, one, at, reason)
  }
}

type OnRecord = Extract<Deed, { which: number }>

async function performOn(tx: Tx, one: OnRecord, at: (index: number) => string, reason: string): Promise<unknown> {
  const table = one.what === 'refund' ? 'payment' : one.what === 'reverseIncome' ? 'income' : 'expense'
  const id = await pick(tx, table, one.which)
  if (id === undefined) return
  if (one.what === 'refund') return refundPayment(tx, { id, ...(one.part && { amountMinor: one.part }) })
  if (one.what === 'reverseIncome') return reverseIncome(tx, { id, reason })
  if (one.what === 'reverseExpense') return reverseExpense(tx, { id, reason })
  return payExpense(tx, { id, amountMinor: one.amount, treasuryId: at(one.place) })
}

/** What the state of the books refuses is how it should be; anything else is not. */
const allowed = (doing: Promise<unknown>): Promise<unknown> =>
  doing.catch(error => {
    if (!(error instanceof Refusal) || error.status >= 500) throw error
  })

test('whatever happens together in the books, every movement has its source, no drawer gives out more than it holds, and closed days stay as they were', async () => {
  const rounds = fc.array(fc.array(deed, { minLength: 4, maxLength: 12 }), { minLength: 2, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(rounds, async many => {
      const books = await openBooks()
      const { clinic } = books.practice
      for (const round of many) {
        const closed = await closesOf(app, books.practice)
        await Promise.all(round.map(one => allowed(app.write(clinic, tx => perform(tx, books, one)))))
        assert.deepEqual((await closesOf(app, books.practice)).slice(0, closed.length), closed)
      }
      assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
      for (const [index, id] of books.treasuries.entries()) {
        const [balance, moved] = await balancesOf(app, books.practice, id)
        assert.equal(balance, moved)
        assert.ok(balance >= 0 || index === 2, `${balance} in drawer ${index}`)
      }
    }),
    { numRuns: 40 },
  )
})

test('the date of a movement into a closed day is the next open one, and by name the closed day is refused', async () => {
  const { practice, treasuries } = await openBooks()
  const { clinic, branch } = practice
  const treasuryId = String(treasuries[0])
  const date = localDate(Date.now(), clinic.time_zone)
  const income = { name: 'Rent', branchId: branch.id, amountMinor: 100, treasuryId }
  await app.write(clinic, tx => enterIncome(tx, income))
  await app.write(clinic, async tx => {
    const { hash } = await previewClose(tx, { treasuryId, date })
    return closeDay(tx, { treasuryId, date, countedMinor: 90, reason: 'A coin is missing', hash })
  })
  const later = await app.write(clinic, tx => enterIncome(tx, income))
  assert.equal(later.date, addDays(date, 1))
  await assert.rejects(
    app.write(clinic, tx => enterIncome(tx, { ...income, date })),
    { code: 'day_closed' },
  )
  assert.equal(await app.write(clinic, tx => balanceOf(tx, treasuryId)), 190)
})

test('no SQL changes a movement or a close, adds to a closed day or opens it again', async () => {
  const { practice, treasuries } = await openBooks()
  const { clinic, branch } = practice
  const treasuryId = String(treasuries[0])
  const date = localDate(Date.now(), clinic.time_zone)
  await app.write(clinic, tx => enterIncome(tx, { name: 'Rent', branchId: branch.id, amountMinor: 100, treasuryId }))
  await app.write(clinic, async tx => {
    const { hash } = await previewClose(tx, { treasuryId, date })
    return closeDay(tx, { treasuryId, date, countedMinor: 100, hash })
  })
  for (const forbidden of [
    'update treasury_movement set amount_minor = 1 where company_id = $1',
    'delete from treasury_movement where company_id = $1',
    'update day_close set counted_minor = 1 where company_id = $1',
    'delete from day_close where company_id = $1',
    'update treasury set closed_through = null where company_id = $1 and closed_through is not null',
    `insert into treasury_movement select company_id, 'trm_x', created_at, updated_at, treasury_id, business_date, 5, 'INCOME', 'x'
     from treasury_movement where company_id = $1`,
  ])
    await assert.rejects(app.sql(forbidden, [clinic.company_id]), /never changed|is closed|never opens again/)
})
