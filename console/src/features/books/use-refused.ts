import type { Returned } from '../../lib/api.ts'
import { isolated } from '../../lib/language.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { usePreferences } from '../../lib/preferences.ts'
import { detailsOf, isProblem } from '../../lib/problem.ts'
import { useRead } from '../../lib/use-read.ts'
import { amountText } from '../../ui/money.tsx'
import { books } from './texts.ts'

/** Writes amounts in the currency of the clinic, within a sentence. */
export function useAmount(): (amount: number) => string {
  const { digits } = usePreferences()
  const { data: workplace } = useRead('getWorkplace', {})
  return amount => (workplace ? isolated(amountText(amount, workplace.currency, digits)) : '')
}

/** What the books say of a refusal: how much there is, which day is closed. */
export function useRefused(error: unknown): Readonly<Record<string, string>> {
  const t = useTexts(books)
  const amount = useAmount()
  if (!isProblem(error)) return {}
  const { available, pending, closedThrough, openDay } = detailsOf(error)
  return {
    treasury_short: t.short(amount(Number(available))),
    amount_exceeds_pending: t.left(amount(Number(pending))),
    day_closed: t.dayClosed(String(closedThrough)),
    price_changed: t.moved,
    ...(openDay !== undefined && { invalid_state_transition: t.openDay }),
  }
}

export type Treasury = Returned<'listKeptTreasuries'>
export type Expense = Returned<'listBookedExpenses'>
export type Income = Returned<'listBookedIncomes'>

/** The operations whose answers a movement of money changes. */
export const MONEY_MOVED = [
  ...(['listKeptTreasuries', 'listTreasuryMovements', 'listBookedExpenses', 'listBookedIncomes'] as const),
  ...(['previewDayClose', 'listDayCloses', 'getBookReport'] as const),
]
