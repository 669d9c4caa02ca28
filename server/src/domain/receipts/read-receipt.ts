import { refuse } from '../../kernel/errors.ts'
import type { ClinicFacts, Tx } from '../../kernel/tx.ts'
import { paymentsOf } from '../billing/clinic-payments.ts'
import { creditNotesOf } from '../billing/credit-notes.ts'
import type { InvoiceRow } from '../billing/invoice-row.ts'
import { invoiceState } from '../billing/invoice-state.ts'
import { storedLines } from '../billing/stored-lines.ts'
import { invoiceQr } from '../einvoices/invoice-qr.ts'
import { clinicRow, type Registration, registrationOf } from '../einvoices/registration.ts'
import { keptToken, latestLink, linkState, type PatientLinkRow } from '../links/patient-link.ts'
import { patientFile } from '../patients/patient-file.ts'
import { type ReceiptFigures, receiptFigures } from './receipt-figures.ts'

/** A name in English, and in Arabic where there is one. */
export interface Named {
  en: string
  ar: string | null
}

/** What stands on a receipt. */
export interface Receipt {
  invoice: InvoiceRow
  clinic: Pick<ClinicFacts, 'currency' | 'timeZone' | 'sandbox'>
  figures: ReceiptFigures
  seller: { clinic: Named; branch: Named; address: string | null; phones: readonly string[] }
  registration: Registration | undefined
  patient: { name: string; fileNumber: number }
  doctor: Named | undefined
  /** What the code on it says; none where it is no tax invoice and its page has no address, or the authority rejected it. */
  code: { kind: 'tax' | 'page'; text: string } | undefined
  /** The last link to it. */
  link: PatientLinkRow | undefined
}

/** Where the page of a link is. */
export type LinkOf = (page: string, token: string) => string

/** Refuses a receipt of what was not handed over, or is owed no more. */
export function requireReceipt(invoice: InvoiceRow): void {
  const state = invoiceState(invoice)
  if (state === 'DRAFT' || state === 'VOID') refuse('invalid_state_transition', { from: state, to: 'RECEIPT' })
}

/** An invoice that was issued, as its receipt tells of it. */
export async function readReceipt(tx: Tx, id: string, linkOf: LinkOf): Promise<Receipt> {
  const invoice = await tx.get('invoice', id)
  requireReceipt(invoice)
  const [lines, notes, payments, clinic, branch, patient, doctor, link] = await Promise.all([
    storedLines(tx, id),
    creditNotesOf(tx, id),
    paymentsOf(tx, id),
    clinicRow(tx),
    tx.get('branch', invoice.branch_id),
    patientFile(tx, invoice.patient_id),
    invoice.doctor_id === null ? undefined : tx.get('practitioner', invoice.doctor_id),
    latestLink(tx, { kind: 'RECEIPT', subjectId: id }),
  ])
  const registration = registrationOf(clinic)
  const qr = await invoiceQr(tx, invoice, registration)
  return {
    ...{ invoice, clinic: tx.clinic, registration, link },
    figures: receiptFigures({ invoice, lines, notes, payments }),
    seller: {
      clinic: { en: clinic.name, ar: clinic.name_ar },
      branch: { en: branch.name, ar: branch.name_ar },
      ...{ address: branch.address, phones: branch.phones },
    },
    patient: {
      name: [patient.first_name, patient.last_name].filter(Boolean).join(' '),
      fileNumber: patient.file_number,
    },
    doctor: doctor && { en: doctor.display_name, ar: doctor.display_name_ar },
    code: qr === undefined ? pageCode(tx, { invoice, link, registration }, linkOf) : { kind: 'tax', text: qr },
  }
}

/** The address of the receipt itself, where the patient has a link to it and no tax invoice is said. */
function pageCode(
  tx: Tx,
  { invoice, link, registration }: Pick<Receipt, 'invoice' | 'link' | 'registration'>,
  linkOf: LinkOf,
): Receipt['code'] {
  if (invoice.e_invoice_status === 'REJECTED' || (registration && !invoice.balance_invoice)) return undefined
  if (link === undefined || linkState(link, tx.now) !== 'OPEN') return undefined
  const token = keptToken(tx, link)
  return token === undefined ? undefined : { kind: 'page', text: linkOf('receipt', token) }
}
