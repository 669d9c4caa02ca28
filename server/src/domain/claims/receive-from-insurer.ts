import { paymentCreated } from '@clinic/contract/payments.ts'
import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { addIncome } from '../billing/add-income.ts'
import type { InvoiceRow } from '../billing/invoice-row.ts'
import { paymentFacts } from '../billing/payment-row.ts'
import { treasuryFor } from '../billing/treasury.ts'
import type { ClaimRow } from './claim.ts'
import { splitBetween } from './claim-amounts.ts'

const claimed = sql<InvoiceRow>('select * from invoice where company_id = $1 and claim_id = $2 order by created_at, id')

/**
 * Enters what the insurer paid: a payment of type INSURANCE for each invoice, in proportion to its share, in the books like
 * any other payment. It settles nothing that the patient owes.
 */
export async function receiveFromInsurer(tx: Tx, claim: ClaimRow, amountMinor: number): Promise<void> {
  if (amountMinor <= 0) return
  const treasuryId = await treasuryFor(tx, claim.branch_id, 'INSURANCE')
  const invoices = await tx.sql(claimed([tx.clinic.id, claim.id]))
  const parts = splitBetween(
    amountMinor,
    invoices.map(({ insurance_minor }) => insurance_minor),
  )
  await Promise.all(
    invoices.map(async (invoice, index) => {
      const part = parts[index] ?? 0
      if (part > 0) await receive(tx, invoice, { amountMinor: part, treasuryId, claim })
    }),
  )
}

interface Receipt {
  amountMinor: number
  treasuryId: string | null
  claim: ClaimRow
}

async function receive(tx: Tx, invoice: InvoiceRow, { amountMinor, treasuryId, claim }: Receipt): Promise<void> {
  const payment = tx.add('payment', {
    id: newId('pay', Date.parse(tx.now)),
    type: 'INSURANCE',
    amount_minor: amountMinor,
    applied_minor: 0,
    balance_minor: 0,
    tax_minor: 0,
    invoice_id: invoice.id,
    patient_id: invoice.patient_id,
    branch_id: invoice.branch_id,
    doctor_id: invoice.doctor_id,
    appointment_id: invoice.appointment_id,
    insurance_company_id: claim.insurance_company_id,
    treasury_id: treasuryId,
    chart: invoice.chart,
    reference: `Claim ${claim.reference_id}`,
    claimed_at: tx.now,
    refunded_at: null,
  })
  tx.emit(paymentCreated, paymentFacts(tx.clinic, payment))
  await addIncome(tx, payment, { name: `Invoice ${invoice.reference_id}` })
}
