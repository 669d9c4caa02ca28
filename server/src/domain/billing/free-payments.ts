import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { lockAccount } from '../loyalty/loyalty-account.ts'
import { movePatientTotals } from './patient-totals.ts'
import type { PaymentRow } from './payment-row.ts'
import { giveBack, refundPayment } from './refund-payment.ts'
import { partsOf, taxOfPart } from './split-payment.ts'

type Applied = PaymentRow & { is_online: boolean }

const applied = sql<Applied>(`
  select p.*, exists (select from online_payment o where o.company_id = p.company_id and o.payment_id = p.id) as is_online
  from payment p
  where p.company_id = $1 and p.invoice_id = $2 and p.refunded_at is null and p.applied_minor > 0
  order by p.id for update of p`)

/** Money that was taken at the desk is freed first, the latest first; then credit that was used; then what came online. */
const rank = ({ type, is_online }: Applied): number => (is_online ? 2 : type === 'BALANCE' ? 1 : 0)
const inOrder = (one: Applied, other: Applied): number =>
  rank(one) - rank(other) || other.created_at.localeCompare(one.created_at) || other.id.localeCompare(one.id)

interface Freed {
  invoiceId: string
  patientId: string
  /** What was paid above what is left of the invoice. */
  overpaidMinor: number
  /** Whether it is given back, as far as the clinic can do so by itself, and not kept as credit. */
  refunds: boolean
  reason: string
}

/**
 * Frees what was paid on an invoice above what is left of it: it becomes the patient's credit, credit that was used becomes
 * credit again, and what is to be given back is. The invoice is locked, and its row is left to the caller. Answers how much
 * was given back.
 */
export async function freePayments(
  tx: Tx,
  { invoiceId, patientId, overpaidMinor, refunds, reason }: Freed,
): Promise<number> {
  if (overpaidMinor === 0) return 0
  // The account of points is locked before the patient is.
  if (refunds) await lockAccount(tx, patientId)
  const payments = (await tx.sql(applied([tx.clinic.id, invoiceId]))).sort(inOrder)
  const toGive: { id: string; amountMinor: number }[] = []
  let rest = overpaidMinor
  for (const payment of payments) {
    const amountMinor = Math.min(rest, payment.applied_minor)
    if (amountMinor === 0) break
    rest -= amountMinor
    await free(tx, payment, amountMinor, reason)
    if (refunds && rank(payment) === 0) toGive.push({ id: payment.id, amountMinor })
  }
  await movePatientTotals(tx, patientId, { paidMinor: -overpaidMinor, balanceMinor: overpaidMinor })
  for (const given of toGive) await refundPayment(tx, { ...given, reason })
  return toGive.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
}

async function free(tx: Tx, payment: Applied, amountMinor: number, reason: string): Promise<void> {
  const { is_online: _online, ...row } = payment
  if (row.type === 'BALANCE') {
    await giveBack(tx, row, partsOf(row, amountMinor), reason)
    return
  }
  const applied_minor = row.applied_minor - amountMinor
  await tx.update('payment', row.id, {
    applied_minor,
    balance_minor: row.balance_minor + amountMinor,
    tax_minor: taxOfPart(row, applied_minor),
  })
}
