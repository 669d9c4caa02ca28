import { permission } from '../access.ts'
import {
  amountOf,
  DateOnly,
  described,
  Id,
  MaybeId,
  MaybeText,
  Money,
  Optional,
  PositiveMoney,
  resource,
  Text,
  Timestamp,
  UpTo,
} from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { BusinessDate } from './treasuries.ts'

const { operation, listing } = family('Books', {
  read: permission('books:read'),
  write: permission('books:write'),
  sight: 'branch',
})

const entry = {
  id: Id,
  referenceId: described(Type.Integer(), 'The number of the entry, counted by the clinic.'),
  name: described(Type.String(), 'What for.'),
  category: described(MaybeText, 'In the words of the clinic.'),
  treasuryId: described(MaybeId, 'Which treasury it moved; null where none was named.'),
  branchId: Id,
  date: described(DateOnly, 'The day to which it counts.'),
  reversesId: described(MaybeId, 'The entry that it takes back; null of an entry as such.'),
  reversedById: described(MaybeId, 'The entry that took it back; null where it stands.'),
  createdAt: Timestamp,
}

export const BookedExpense = resource(
  'expense',
  {
    ...entry,
    supplier: described(MaybeText, 'Who was paid.'),
    total: amountOf(Money, 'With its tax; below zero where it takes an expense back'),
    tax: amountOf(Money, 'The tax within the total'),
    taxPercent: described(Type.Number(), 'The rate of that tax, in percent.'),
    paid: amountOf(Money, 'What of the total was paid'),
    left: amountOf(Money, 'What is left to pay; 0 of what takes an expense back, or was taken back'),
  },
  'bookedExpense',
)

export const BookedIncome = resource(
  'income',
  {
    ...entry,
    amount: amountOf(Money, 'Below zero where it takes an income, or the income of a payment, back'),
    paymentId: described(MaybeId, 'The payment that it came by; null of an entry by hand.'),
  },
  'bookedIncome',
)

const listed = { paging: 'Dated', filters: { branchId: Id } } as const

export const listBookedExpenses = listing({
  id: 'listBookedExpenses',
  route: 'GET /expenses',
  summary: 'What the clinic spent',
  description: 'At the branches in sight, newest first.',
  ...listed,
  returns: BookedExpense,
})

export const listBookedIncomes = listing({
  id: 'listBookedIncomes',
  route: 'GET /incomes',
  summary: 'What the clinic took in',
  description: 'At the branches in sight, newest first: entries by hand, and one for each payment and refund.',
  ...listed,
  returns: BookedIncome,
})

const entered = {
  name: described(Text(1, 200), 'What for.'),
  category: Optional(described(UpTo(100), 'In the words of the clinic.')),
  treasuryId: Optional(described(Id, 'Which treasury it moves; none unless told.')),
  branchId: Id,
  date: Optional(BusinessDate),
}

export const addExpense = operation({
  id: 'addExpense',
  route: 'POST /expenses',
  summary: 'Enters what the clinic spends',
  description: 'The total is with its tax. All of it is paid unless paid says less. Cash pays at most what there is.',
  input: {
    ...entered,
    supplier: Optional(described(UpTo(200), 'Who is paid.')),
    total: amountOf(PositiveMoney, 'With its tax'),
    taxPercent: Optional(
      described(Type.Number({ minimum: 0, maximum: 100 }), 'The rate within the total, in percent; 0 unless told.'),
    ),
    paid: Optional(amountOf(Type.Number({ minimum: 0 }), 'What of the total is paid now; all of it unless told')),
  },
  returns: BookedExpense,
  status: 201,
  emits: ['expense.created'],
  refuses: ['treasury_short', 'day_closed'],
})

export const payBookedExpense = operation({
  id: 'payBookedExpense',
  route: 'POST /expenses/:id/payments',
  summary: 'Pays more of an expense',
  description: 'At most what is left of it.',
  input: {
    id: Id,
    amount: amountOf(PositiveMoney, 'What is paid'),
    treasuryId: described(Id, 'Out of which treasury.'),
    date: Optional(BusinessDate),
  },
  returns: BookedExpense,
  status: 201,
  changes: ['paid'],
  refuses: ['amount_exceeds_pending', 'treasury_short', 'day_closed', 'invalid_state_transition'],
})

export const addIncome = operation({
  id: 'addIncome',
  route: 'POST /incomes',
  summary: 'Enters what the clinic takes in otherwise than by payments of patients',
  description: 'Such as the rent of a room. Its money moves into the treasury that is named.',
  input: { ...entered, amount: amountOf(PositiveMoney, 'What came in') },
  returns: BookedIncome,
  status: 201,
  emits: ['income.created'],
  refuses: ['day_closed'],
})

const Reason = described(Text(1, 200), 'Why it is taken back.')

export const reverseBookedExpense = operation({
  id: 'reverseBookedExpense',
  route: 'POST /expenses/:id/reverse',
  summary: 'Takes an expense back',
  description:
    'Once, by an entry of the present day that is its mirror: what was paid of it comes back into the treasuries out of which it was paid. Nothing is ever deleted.',
  input: { id: Id, reason: Reason },
  returns: BookedExpense,
  status: 201,
  stepUp: true,
  emits: ['expense.created'],
  refuses: ['invalid_state_transition'],
})

export const reverseBookedIncome = operation({
  id: 'reverseBookedIncome',
  route: 'POST /incomes/:id/reverse',
  summary: 'Takes an income by hand back',
  description:
    'Once, by an entry of the present day that is its mirror, out of the same treasury. What came by a payment goes by a refund of the payment.',
  input: { id: Id, reason: Reason },
  returns: BookedIncome,
  status: 201,
  stepUp: true,
  emits: ['income.created'],
  refuses: ['treasury_short', 'invalid_state_transition'],
})
