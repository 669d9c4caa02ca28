import { BookedExpense, BookedIncome } from '@clinic/contract/staff/book-entries.ts'
import { DayClose, DayClosePreview } from '@clinic/contract/staff/day-closes.ts'
import { KeptTreasury, TreasuryMovement, TreasuryTransfer } from '@clinic/contract/staff/treasuries.ts'
import { type BookedExpenseRow, type BookedIncomeRow, leftToPay } from '../domain/books/book-lists.ts'
import type { ClosePreview, DayCloseRow } from '../domain/books/day-close.ts'
import type { KeptTreasuryRow } from '../domain/books/kept-treasuries.ts'
import type { MovementRow } from '../domain/books/move-money.ts'
import type { TransferRow } from '../domain/books/transfer.ts'
import { amounts, presenter } from '../kernel/presenter.ts'
import { toMajor } from '../kernel/values/money.ts'

export const presentKeptTreasury = presenter<KeptTreasuryRow, typeof KeptTreasury>(KeptTreasury, amounts('balance'))

export const presentMovement = presenter<MovementRow, typeof TreasuryMovement>(TreasuryMovement, {
  ...amounts('amount'),
  date: 'business_date',
  kind: 'source_kind',
})

export const presentTransfer = presenter<TransferRow, typeof TreasuryTransfer>(TreasuryTransfer, amounts('amount'))

export const presentBookedExpense = presenter<BookedExpenseRow, typeof BookedExpense>(BookedExpense, {
  ...amounts('total', 'tax', 'paid'),
  left: (row, { currency }) => toMajor(leftToPay(row), currency),
})

export const presentBookedIncome = presenter<BookedIncomeRow, typeof BookedIncome>(BookedIncome, amounts('amount'))

export const presentClosePreview = presenter<ClosePreview, typeof DayClosePreview>(DayClosePreview, {
  treasuryId: ({ treasuryId }) => treasuryId,
  opening: ({ openingMinor }, { currency }) => toMajor(openingMinor, currency),
  expected: ({ expectedMinor }, { currency }) => toMajor(expectedMinor, currency),
  movements: ({ movements }, { currency }) =>
    movements.map(({ kind, count, amountMinor }) => ({ kind, count, amount: toMajor(amountMinor, currency) })),
})

/** As it was stored: what was counted of each note and coin. */
const denominationsOf = ({ denominations }: DayCloseRow): { value: number; count: number }[] | null =>
  Array.isArray(denominations)
    ? denominations.map(one => ({ value: Number(Object(one).value), count: Number(Object(one).count) }))
    : null

export const presentDayClose = presenter<DayCloseRow, typeof DayClose>(DayClose, {
  ...amounts('opening', 'expected', 'counted'),
  difference: ({ counted_minor, expected_minor }, { currency }) => toMajor(counted_minor - expected_minor, currency),
  denominations: denominationsOf,
})
