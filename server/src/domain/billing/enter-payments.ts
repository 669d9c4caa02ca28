import { paymentCreated } from '@clinic/contract/payments.ts'
import { insertMany } from '../../kernel/insert-many.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { enterPaidEach } from '../books/income.ts'
import type { InvoiceRow } from './invoice-row.ts'
import { type PaymentRow, paymentFacts } from './payment-row.ts'
import { AS_TAKEN, ofInvoice } from './take-payment.ts'

/** What an insurer paid of one invoice, in minor units. */
export interface InsurersPart {
  invoice: InvoiceRow
  amountMinor: number
  /** A new one unless told. */
  id?: string
}

interface Received {
  insurerId: string
  treasuryId: string | null
  /** The day to which the money counts, an open one. */
  date: string
  reference: string
}

/**
 * Enters what an insurer paid: a payment of type INSURANCE for each invoice, in the books like any other. It settles nothing that
 * the patient owes. However many they are, it is as many statements.
 */
export async function enterInsurersMoney(
  tx: Tx,
  parts: readonly InsurersPart[],
  { insurerId, treasuryId, date, reference }: Received,
): Promise<PaymentRow[]> {
  const payments = parts.map(({ invoice, amountMinor, id = newId('pay', Date.parse(tx.now)) }) => ({
    ...{ ...AS_TAKEN, company_id: tx.clinic.id, id, created_at: tx.now, updated_at: tx.now, type: 'INSURANCE' },
    ...{ amount_minor: amountMinor, applied_minor: 0, balance_minor: 0, tax_minor: 0 },
    ...{ ...ofInvoice(invoice), insurance_company_id: insurerId, treasury_id: treasuryId, reference },
    ...{ claimed_at: tx.now, taken_by: `${tx.caller.kind} ${tx.caller.id}` },
  }))
  const rows = payments.map(({ company_id: _clinic, ...row }) => row)
  for (const statement of insertMany('payment', tx.clinic.id, rows)) await tx.sql(statement)
  for (const payment of payments) {
    tx.touched.row('payment', payment, ['amount_minor'])
    tx.emit(paymentCreated, paymentFacts(tx.clinic, payment))
  }
  const names = parts.map(({ invoice }) => `Invoice ${invoice.reference_id}`)
  await enterPaidEach(tx, payments, { names, date })
  return payments
}
