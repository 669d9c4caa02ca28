import type { Tx } from '../../kernel/tx.ts'
import { exponentOf } from '../../kernel/values/money.ts'
import { enterPoints } from '../loyalty/enter-points.ts'
import { holdAccount, type LoyaltyTransactionRow } from '../loyalty/loyalty-account.ts'
import { takePoints } from '../loyalty/take-points.ts'
import { holdBilled } from './billed-treatments.ts'
import type { InvoiceRow } from './invoice-row.ts'
import { type MoneySettings, moneySettings } from './money-settings.ts'
import type { PaymentRow } from './payment-row.ts'

/** Credit was earned on when it was paid in, and what an insurer pays is not the patient's. */
const EARNS_NOTHING: readonly string[] = ['BALANCE', 'INSURANCE']

/** How finely the points for a unit of the currency are told. */
const PARTS = 10_000

/** How many whole points a payment gives. */
export function pointsFor(
  { type, amount_minor }: Pick<PaymentRow, 'type' | 'amount_minor'>,
  { earnPerUnit }: Pick<MoneySettings, 'earnPerUnit'>,
  currency: string,
): number {
  if (EARNS_NOTHING.includes(type)) return 0
  const rate = BigInt(Math.round(earnPerUnit * PARTS))
  return Number((BigInt(amount_minor) * rate) / (BigInt(PARTS) * 10n ** BigInt(exponentOf(currency))))
}

const about = ({ patient_id: patientId, branch_id: branchId }: PaymentRow | InvoiceRow) => ({ patientId, branchId })

/** Gives the patient the points of a payment; who took the money tells of them once the invoice is paid. */
export async function earnPoints(
  tx: Tx,
  payment: PaymentRow,
  settings: MoneySettings,
): Promise<LoyaltyTransactionRow | undefined> {
  const points = pointsFor(payment, settings, tx.clinic.currency)
  if (points === 0) return undefined
  const { invoice_id: invoiceId, id: paymentId } = payment
  await holdBilled(tx, payment)
  const earned = await enterPoints(tx, { ...about(payment), type: 'EARN', points, reason: null, invoiceId, paymentId })
  await tx.update('payment', paymentId, { earned_points: points })
  return earned
}

/** Takes back what a payment gave, or a part of it, as far as the patient still has it. */
export async function takeEarned(tx: Tx, payment: PaymentRow, points: number): Promise<void> {
  if (points === 0) return
  const { invoice_id: invoiceId, id: paymentId } = payment
  await takePoints(tx, { ...about(payment), points, reason: 'Payment refunded', invoiceId, paymentId })
}

/** Gives the patient back what was redeemed on an invoice of which nothing is owed any more. */
export async function returnPoints(tx: Tx, invoice: InvoiceRow): Promise<void> {
  const { points_used: points, id: invoiceId, reference_id } = invoice
  if (points === 0) return
  await enterPoints(tx, { ...about(invoice), type: 'ADJUST', points, reason: `Invoice ${reference_id}`, invoiceId })
}

/** Holds the patient's account of points where payments give any: it is locked before the patient is. */
export async function holdPoints(tx: Tx, patientId: string): Promise<void> {
  if ((await moneySettings(tx)).earnPerUnit > 0) await holdAccount(tx, patientId)
}
