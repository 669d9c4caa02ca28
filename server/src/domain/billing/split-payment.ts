import { sql } from '../../db/statement.ts'
import { idOfRequest } from '../../kernel/id-of-request.ts'
import type { Tx } from '../../kernel/tx.ts'
import { roundHalfUp } from '../../kernel/values/money.ts'
import type { PaymentRow } from './payment-row.ts'

type Parts = Pick<PaymentRow, 'amount_minor' | 'applied_minor' | 'balance_minor' | 'tax_minor' | 'earned_points'>

/**
 * What a payment keeps and what is given back of it. Credit goes first, unless each unit of the payment is both paid on the
 * invoice and credit; the tax is the difference of rounded running totals, so that parts of parts lose nothing.
 */
export function partsOf(payment: Parts, givenMinor: number): { kept: Parts; given: Parts } {
  const { amount_minor: amount, applied_minor: applied, balance_minor: balance, tax_minor: tax } = payment
  const isBoth = applied === amount && balance !== 0
  const credited = isBoth ? Math.sign(balance) * givenMinor : Math.min(givenMinor, balance)
  const unapplied = isBoth ? givenMinor : givenMinor - credited
  const keptApplied = applied - unapplied
  const keptTax = taxOfPart(payment, keptApplied)
  const keptPoints = Math.floor((payment.earned_points * (amount - givenMinor)) / amount)
  return {
    kept: {
      amount_minor: amount - givenMinor,
      applied_minor: keptApplied,
      balance_minor: balance - credited,
      tax_minor: keptTax,
      earned_points: keptPoints,
    },
    given: {
      ...{ amount_minor: givenMinor, applied_minor: unapplied, balance_minor: credited, tax_minor: tax - keptTax },
      earned_points: payment.earned_points - keptPoints,
    },
  }
}

/** The tax of a payment that falls on so much of what it paid on its invoice. */
export const taxOfPart = ({ tax_minor, applied_minor }: Parts, partMinor: number): number =>
  applied_minor === 0 ? 0 : roundHalfUp(BigInt(tax_minor) * BigInt(partMinor), applied_minor)

const splitOff = sql<PaymentRow>(`
  insert into payment (company_id, id, created_at, updated_at, type, amount_minor, applied_minor, balance_minor, tax_minor,
    invoice_id, patient_id, branch_id, doctor_id, appointment_id, insurance_company_id, treasury_id, chart, reference,
    claimed_at, refunded_at, refund_reason, split_from_id, taken_by, earned_points)
  select company_id, $3, created_at, $4, type, $5, $6, $7, $8,
    invoice_id, patient_id, branch_id, doctor_id, appointment_id, insurance_company_id, treasury_id, chart, reference,
    claimed_at, $4, $9, id, taken_by, $10
  from payment where company_id = $1 and id = $2 returning *`)

/**
 * Splits a part off a payment that the transaction holds, and gives it back: it counts to the instant at which the whole was
 * taken. Its id comes from the Idempotency-Key: a late retry collides instead of giving back twice.
 */
export async function splitPayment(
  tx: Tx,
  { id }: PaymentRow,
  { kept, given }: ReturnType<typeof partsOf>,
  reason: string | null,
): Promise<PaymentRow> {
  await tx.update('payment', id, kept)
  const { amount_minor, applied_minor, balance_minor, tax_minor } = given
  const amounts = [amount_minor, applied_minor, balance_minor, tax_minor] as const
  const [part] = await tx.sql(
    splitOff([
      tx.clinic.id,
      id,
      idOfRequest(tx, 'pay', 'part of', id),
      tx.now,
      ...amounts,
      reason,
      given.earned_points,
    ]),
  )
  if (!part) throw new Error('The payment that is held is gone.')
  tx.touched.row('payment', part, ['refunded_at', 'amount_minor'])
  return part
}
