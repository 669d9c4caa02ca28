import { invoiceCreated } from '@clinic/contract/invoices.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { billTreatments } from '../billing/billed-treatments.ts'
import { type LineWish, linesOf } from '../billing/invoice-lines.ts'
import { type InvoiceRow, invoiceFacts } from '../billing/invoice-row.ts'
import type { Discount } from '../billing/invoice-totals.ts'
import { patientTaxPercent } from '../billing/patient-tax.ts'
import { movePatientTotals } from '../billing/patient-totals.ts'
import { addLines } from '../billing/stored-lines.ts'
import { reportNewInvoice } from '../einvoices/report-invoice.ts'
import { wholePatientFile } from '../patients/patient-file.ts'
import { invoiceAmounts } from './invoice-amounts.ts'

/** Money in minor units. The discount is of the whole, after those of the lines. */
export interface NewInvoice extends Discount {
  patientId: string
  branchId: string
  doctorId?: string | null
  appointmentId?: string | null
  createdFromAppointmentId?: string | null
  insuranceCompanyId?: string | null
  chart?: string | null
  lines: readonly LineWish[]
  /** An invoice for credit: without tax, discount and insurer; what is paid on it is for later invoices. */
  balanceInvoice?: boolean
  /** Points that were redeemed on it, with what of the discount they are. */
  points?: { used: number; minor: number }
  /** Why the whole has a discount. */
  discountReason?: string | null
  /** A new one unless told. */
  id?: string
  /** Handed to the patient immediately; true unless told. */
  release?: boolean
}

/** Issues an invoice with the clinic's next number; the totals are those that an e-invoice authority recomputes. */
export async function createInvoice(tx: Tx, input: NewInvoice): Promise<InvoiceRow> {
  const { patientId, balanceInvoice = false, release = true } = input
  const patient = await wholePatientFile(tx, patientId)
  const taxPercent = balanceInvoice ? 0 : patientTaxPercent(tx.clinic, patient)
  const lines = await linesOf(tx, input.lines, { patientId, taxPercent })
  const amounts = invoiceAmounts(lines, input)
  if (balanceInvoice) requirePlain(amounts)
  // The number last, for which all wait who make an invoice: those who have it wait for no patient any more.
  await movePatientTotals(tx, patientId, { invoicedMinor: amounts.total_minor })
  const invoice = await tx.insert('invoice', {
    ...amounts,
    id: input.id ?? newId('inv', Date.parse(tx.now)),
    reference_id: await tx.takeNumber('invoice'),
    branch_id: input.branchId,
    patient_id: patientId,
    doctor_id: input.doctorId ?? null,
    appointment_id: input.appointmentId ?? null,
    created_from_appointment_id: input.createdFromAppointmentId ?? null,
    insurance_company_id: input.insuranceCompanyId ?? null,
    chart: input.chart ?? null,
    balance_invoice: balanceInvoice,
    released_at: release ? tx.now : null,
    made_by: `${tx.caller.kind} ${tx.caller.id}`,
    discount_reason: input.discountReason ?? null,
    points_used: input.points?.used ?? 0,
    points_minor: input.points?.minor ?? 0,
  })
  await addLines(tx, invoice.id, lines)
  await billTreatments(tx, invoice, lines)
  tx.emit(invoiceCreated, invoiceFacts(tx.clinic, invoice))
  return reportNewInvoice(tx, invoice)
}

/** Refuses what an invoice for credit cannot have. */
export function requirePlain(amounts: ReturnType<typeof invoiceAmounts>): void {
  const { discount_minor, tax_minor, insurance_minor } = amounts
  if (discount_minor + tax_minor + insurance_minor === 0) return
  refuseInput({
    path: '/lines',
    code: 'credit',
    message: 'must have no tax, discount or insurer where they are credit',
  })
}
