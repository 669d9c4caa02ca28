import { sql } from '../db/statement.ts'
import { refundPayment } from '../domain/billing/refund-payment.ts'
import { storedLines } from '../domain/billing/stored-lines.ts'
import { addTreatment } from '../domain/clinical/add-treatment.ts'
import { makeQuotation } from '../domain/clinical/make-quotation.ts'
import { createInvoice } from '../domain/invoicing/create-invoice.ts'
import { creditInvoice } from '../domain/invoicing/credit-invoice.ts'
import { voidInvoice } from '../domain/invoicing/void-invoice.ts'
import type { Tx } from '../kernel/tx.ts'

const CREDIT_NOTES = 5
const PARTIAL_REFUNDS = 6
const OPTION_GROUPS = 8

/** A tenth of what is shown is in dinars. */
const shown = ({ currency }: Tx['clinic'], count: number): number =>
  currency === 'KWD' ? Math.ceil(count / 10) : count

/** Paid by card alone, in full, and before anything was reported to an authority. */
const paidByCard = sql<{ id: string; payment_id: string; amount_minor: number }>(`
  select invoice.id, min(payment.id) as payment_id, min(payment.amount_minor) as amount_minor from invoice
  join payment on payment.company_id = invoice.company_id and payment.invoice_id = invoice.id
  where invoice.company_id = $1 and invoice.pending_minor = 0 and invoice.insurance_minor = 0
    and invoice.e_invoice_status is null
  group by invoice.company_id, invoice.id, invoice.reference_id
  having count(*) = 1 and min(payment.type) = 'CARD' and min(payment.refunded_at) is null
    and min(payment.amount_minor) = max(invoice.total_minor)
  order by invoice.reference_id desc limit $2`)

/** A third of an item is taken off some invoices, which leaves credit, and of others a third of what was paid is given back. */
async function giveBack(tx: Tx): Promise<void> {
  const [notes, refunds] = [shown(tx.clinic, CREDIT_NOTES), shown(tx.clinic, PARTIAL_REFUNDS)]
  const invoices = await tx.sql(paidByCard([tx.clinic.id, notes + refunds]))
  for (const { id } of invoices.slice(0, notes)) {
    const [line] = await storedLines(tx, id)
    const lines = line ? [{ lineId: line.id, amountMinor: Math.ceil(line.unit_minor / 3) }] : []
    await creditInvoice(tx, { id, lines, reason: 'Was not done in full' })
  }
  for (const { payment_id: id, amount_minor } of invoices.slice(notes))
    await refundPayment(tx, { id, amountMinor: Math.ceil(amount_minor / 3), reason: 'The visit was shorter' })
}

interface Seen {
  patient_id: string
  branch_id: string
  doctor_id: string
  appointment_id: string
}

const lastSeen = sql<Seen>(`
  select patient.id as patient_id, visit.branch_id, visit.doctor_id, visit.id as appointment_id from patient
  join lateral (
    select id, branch_id, doctor_id, ends_at from appointment
    where company_id = $1 and patient_id = patient.id and status = 'COMPLETED' order by ends_at desc limit 1) visit on true
  where patient.company_id = $1 and not patient.disabled and patient.deleted_at is null
  order by visit.ends_at desc, patient.id limit $2`)
/** A filling, and what is done where a tooth cannot be filled. */
const forOneTooth = sql<{ id: string }>(`
  select id from procedure where company_id = $1 and name ~ '^(Composite filling|Zirconia crown|Simple extraction)'
  order by name like 'Composite%' desc, price_minor desc limit 2`)

/** Patients are offered two ways to go, of which they choose one. */
async function offerOptions(tx: Tx): Promise<void> {
  const procedures = await tx.sql(forOneTooth([tx.clinic.id]))
  for (const seen of await tx.sql(lastSeen([tx.clinic.id, shown(tx.clinic, OPTION_GROUPS)]))) {
    const { patient_id: patientId, branch_id: branchId, doctor_id: doctorId, appointment_id: appointmentId } = seen
    const about = { patientId, branchId, doctorId, appointmentId }
    let groupId: string | null = null
    for (const [optionPlace, { id: procedureId }] of procedures.entries()) {
      const { treatment } = await addTreatment(tx, { ...about, procedureId, tooth: [36], phase: 'FUNCTIONAL' })
      const option = { groupId, optionLabel: 'AB'.charAt(optionPlace), optionPlace, name: 'Tooth 36' }
      const quotation = await makeQuotation(tx, { ...about, ...option, treatmentIds: [treatment.id] })
      groupId ??= quotation.id
    }
  }
}

const insured = sql<{ patient_id: string; branch_id: string; insurer_id: string | null }>(`
  select id as patient_id, branch_id, insurance_company_id as insurer_id from patient
  where company_id = $1 and insurance_company_id is not null and insurance_number is not null
    and insurance_end_date is null and not disabled and deleted_at is null order by file_number limit 1`)

/** An invoice that its insurer cannot be asked for because it is still a draft, and one because it is void. */
async function leaveDrafts(tx: Tx): Promise<void> {
  const [[patient], [procedure]] = [await tx.sql(insured([tx.clinic.id])), await tx.sql(forOneTooth([tx.clinic.id]))]
  if (!patient || !procedure) return
  const { patient_id: patientId, branch_id: branchId, insurer_id: insuranceCompanyId } = patient
  const lines = [{ procedureId: procedure.id, insurancePercent: 80 }]
  const draft = () => createInvoice(tx, { patientId, branchId, insuranceCompanyId, lines, release: false })
  await draft()
  const { id } = await draft()
  await voidInvoice(tx, { id, reason: 'Entered twice' })
}

const corrected = sql('select from credit_note where company_id = $1 limit 1')

/** What people correct and offer on the day that the demo is made, done as they would; false where it was done before. */
export async function correctAndOffer(tx: Tx): Promise<boolean> {
  const before = await tx.sql(corrected([tx.clinic.id]))
  if (before.length > 0) return false
  await giveBack(tx)
  await offerOptions(tx)
  await leaveDrafts(tx)
  return true
}
