import { invoiceCreated } from '@clinic/contract/invoices.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import type { Tx } from '../../kernel/tx.ts'
import { invoiceAmounts } from './invoice-amounts.ts'
import { type DiscountWish, discountOf, type LineWish, linesOf } from './invoice-lines.ts'
import { type InvoiceRow, invoiceFacts } from './invoice-row.ts'
import { movePatientTotals } from './patient-totals.ts'
import { addLines } from './stored-lines.ts'
import { taxPercentFor } from './tax-percent.ts'

export interface NewInvoice extends DiscountWish {
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
  /** Handed to the patient at once; true unless told. */
  release?: boolean
}

/** Issues an invoice with the clinic's next number; the totals are those that an e-invoice authority recomputes. */
export async function createInvoice(tx: Tx, input: NewInvoice): Promise<InvoiceRow> {
  const { balanceInvoice = false, release = true } = input
  const patient = await tx.get('patient', input.patientId)
  if (patient.deleted_at !== null) refuse('not_found', { resource: 'patient' })
  const lines = await linesOf(tx, input.lines, balanceInvoice ? 0 : taxPercentFor(tx.clinic, patient))
  const amounts = invoiceAmounts(lines, discountOf(tx, input, ''))
  if (balanceInvoice) requirePlain(amounts)
  const invoice = await tx.insert('invoice', {
    ...amounts,
    id: newId('inv', Date.parse(tx.now)),
    reference_id: await tx.takeNumber('invoice'),
    branch_id: input.branchId,
    patient_id: patient.id,
    doctor_id: input.doctorId ?? null,
    appointment_id: input.appointmentId ?? null,
    created_from_appointment_id: input.createdFromAppointmentId ?? null,
    insurance_company_id: input.insuranceCompanyId ?? null,
    chart: input.chart ?? null,
    balance_invoice: balanceInvoice,
    released_at: release ? tx.now : null,
  })
  await Promise.all([
    addLines(tx, invoice.id, lines),
    movePatientTotals(tx, patient.id, { invoicedMinor: invoice.total_minor }),
  ])
  tx.emit(invoiceCreated, invoiceFacts(tx.clinic, invoice))
  return invoice
}

function requirePlain(amounts: ReturnType<typeof invoiceAmounts>): void {
  const { discount_minor, tax_minor, insurance_minor } = amounts
  if (discount_minor + tax_minor + insurance_minor === 0) return
  refuseInput({
    path: '/lines',
    code: 'credit',
    message: 'must have no tax, discount or insurer on an invoice for credit',
  })
}
