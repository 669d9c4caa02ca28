import { anyScope, scope } from './access.ts'
import { exampleIds } from './example-ids.ts'
import { DateOnly, Id, MaybeId, MaybeText, Money, OneOf, Optional, resource, Timestamp } from './fields.ts'
import { event, listing, Type } from './kernel.ts'

export const Expense = resource('expense', {
  id: Id,
  referenceId: Type.Integer(),
  name: Type.String(),
  category: MaybeText,
  supplier: MaybeText,
  total: Money,
  tax: Money,
  taxPercent: Type.Number(),
  paid: Money,
  paidInFull: Type.Boolean(),
  treasuryId: MaybeId,
  branchId: Id,
  date: DateOnly,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

export const Income = resource('income', {
  id: Id,
  referenceId: Type.Integer(),
  name: Type.String(),
  category: MaybeText,
  amount: Money,
  paymentId: MaybeId,
  treasuryId: MaybeId,
  branchId: Id,
  date: DateOnly,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

export const Treasury = resource('treasury', {
  id: Id,
  name: Type.String(),
  type: OneOf(['CASH', 'BANK', 'POS', 'GATEWAY']),
  currency: Type.String(),
  branchId: MaybeId,
  isDefault: Type.Boolean(),
  active: Type.Boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

const shared = { tag: 'Bookkeeping', access: scope('bookkeeping:read') } as const

export const listExpenses = listing({
  ...shared,
  id: 'listExpenses',
  route: 'GET /expenses',
  summary: 'List expenses',
  paging: 'Std',
  filters: { branchId: Optional(Id) },
  returns: Expense,
})

export const listIncomes = listing({
  ...shared,
  id: 'listIncomes',
  route: 'GET /incomes',
  summary: 'List incomes',
  paging: 'Std',
  filters: { branchId: Optional(Id) },
  returns: Income,
})

export const listTreasuries = listing({
  id: 'listTreasuries',
  route: 'GET /treasuries',
  summary: 'List treasuries',
  description: 'Where money is kept; a payment may name one.',
  tag: 'Bookkeeping',
  access: anyScope('bookkeeping:read', 'payments:write'),
  paging: 'Plain',
  filters: { branchId: Optional(Id) },
  returns: Treasury,
})

const data = { branchId: Id, total: Money, treasuryId: MaybeId }

export const expenseCreated = event({
  type: 'expense.created',
  summary: 'An expense was entered by hand.',
  object: 'expense',
  data,
  example: { id: exampleIds.expense, branchId: exampleIds.branch, total: 575, treasuryId: exampleIds.treasury },
})
export const incomeCreated = event({
  type: 'income.created',
  summary: 'An income was entered by hand; a payment makes its income silently.',
  object: 'income',
  data,
  example: { id: exampleIds.income, branchId: exampleIds.branch, total: 1200, treasuryId: exampleIds.treasury },
})
