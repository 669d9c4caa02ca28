import { useTexts } from '../../lib/language-choice.tsx'
import { detailsOf, isProblem } from '../../lib/problem.ts'
import { MONEY_MOVED, useAmount } from '../books/use-refused.ts'
import { moneyDeeds } from './deed-texts.ts'

/** The operations whose answers change where money comes in or is given back. */
export const PAID = [
  ...MONEY_MOVED,
  ...(['listClinicInvoices', 'getClinicInvoice', 'listClinicPayments', 'getClinicPayment'] as const),
  ...(['searchPatients', 'getPatientSummary', 'getDay'] as const),
]

/** What the room says of a refusal, with the amount that would do. */
export function useRefused(error: unknown): Readonly<Record<string, string>> {
  const t = useTexts(moneyDeeds)
  const amount = useAmount()
  if (!isProblem(error)) return {}
  const { pending, available, refundable } = detailsOf(error)
  return {
    amount_exceeds_pending: t.onlyLeft(amount(Number(pending))),
    refund_exceeds_paid: t.onlyRefundable(amount(Number(refundable))),
    insufficient_credit: t.onlyCredit(amount(Number(available))),
    treasury_short: t.onlyCash(amount(Number(available))),
    invoice_already_paid: t.isPaid,
  }
}
