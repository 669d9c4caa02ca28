import { anyScope, scope } from './access.ts'
import { event } from './event.ts'
import { DateOnly, Id, MaybeId, Money, OneOf, record } from './fields.ts'
import { family, Type } from './kernel.ts'
import { ClinicText, Code, MaybeClinicText, Note } from './tiers.ts'

export const Expense = record('expense', {
  referenceId: Type.Integer(),
  name: Note,
  category: MaybeClinicText,
  supplier: MaybeClinicText,
  total: Money,
  tax: Money,
  taxPercent: Type.Number(),
  paid: Money,
  paidInFull: Type.Boolean(),
  treasuryId: MaybeId,
  branchId: Id,
  date: DateOnly,
})

export const Income = record('income', {
  referenceId: Type.Integer(),
  name: Note,
  category: MaybeClinicText,
  amount: Money,
  paymentId: MaybeId,
  treasuryId: MaybeId,
  branchId: Id,
  date: DateOnly,
})

/** Where money lies: in a drawer, at a bank, with who settles cards, with the gateway of payment links. */
export const TREASURY_TYPES = ['CASH', 'BANK', 'POS', 'GATEWAY'] as const

export const Treasury = record('treasury', {
  name: ClinicText,
  type: OneOf(TREASURY_TYPES),
  currency: Code,
  branchId: MaybeId,
  isDefault: Type.Boolean(),
  active: Type.Boolean(),
})

const { listing } = family('Bookkeeping', { read: scope('bookkeeping:read') })

export const listExpenses = listing({
  id: 'listExpenses',
  route: 'GET /expenses',
  summary: 'List expenses',
  description:
    'Money that the clinic paid out: suppliers, salaries, rent. Follow it with updatedAfter to keep books in step.',
  paging: 'Std',
  filters: { branchId: Id },
  returns: Expense,
})

export const listIncomes = listing({
  id: 'listIncomes',
  route: 'GET /incomes',
  summary: 'List incomes',
  description: 'Money that came in: entries made by hand, and one entry for each payment, which names it in paymentId.',
  paging: 'Std',
  filters: { branchId: Id },
  returns: Income,
})

export const listTreasuries = listing({
  id: 'listTreasuries',
  route: 'GET /treasuries',
  summary: 'List treasuries',
  description: 'Where money is kept; a payment may name one.',
  access: anyScope('bookkeeping:read', 'payments:write'),
  paging: 'Plain',
  filters: { branchId: Id },
  returns: Treasury,
})

const data = { branchId: Id, total: Money, treasuryId: MaybeId }

export const expenseCreated = event({
  type: 'expense.created',
  summary: 'An expense was entered by hand.',
  object: 'expense',
  data,
  example: { total: 575 },
})
export const incomeCreated = event({
  type: 'income.created',
  summary: 'An income was entered by hand; a payment makes its income silently.',
  object: 'income',
  data,
  example: { total: 1200 },
})
