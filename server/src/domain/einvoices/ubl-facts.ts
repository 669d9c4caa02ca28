import type { ClinicFacts } from '../../kernel/tx.ts'
import type { CreditNoteRow } from '../billing/credit-notes.ts'
import { type CreditedLine, linesLeft } from '../billing/credited-lines.ts'
import type { LineValues } from '../billing/invoice-lines.ts'
import type { InvoiceLineRow, InvoiceRow } from '../billing/invoice-row.ts'
import { patientTaxPercent } from '../billing/patient-tax.ts'
import type { Registration } from './registration.ts'
import { taxCredit, taxInvoice } from './tax-invoice.ts'
import type { UblFacts } from './ubl-invoice.ts'

type Reported = 'reference_id' | 'released_at' | 'created_at' | 'whole_discount_minor' | 'whole_discount_percent'

/** A patient with the national id in clear. */
export interface ReportedPatient {
  first_name: string
  last_name: string | null
  nationality: string | null
  national_id: string | null
}

interface InvoiceParts {
  clinic: Pick<ClinicFacts, 'country' | 'currency' | 'timeZone' | 'taxPercent'>
  registration: Registration
  branch: { name: string; address?: string | null }
  patient: ReportedPatient
  invoice: Pick<InvoiceRow, Reported>
  lines: readonly LineValues[]
}

/** A credit note, with what was credited before it and by it. */
export interface NoteParts {
  note: Pick<CreditNoteRow, 'reference_id' | 'created_at' | 'reason'>
  lines: readonly InvoiceLineRow[]
  earlier: readonly CreditedLine[]
  credited: readonly CreditedLine[]
}

/** What the tax authority is told of an invoice, save its place in the chain. */
export function ublFacts(parts: InvoiceParts, uuid: string): Omit<UblFacts, 'icv' | 'previousHash'> {
  const { clinic, registration, branch, patient, invoice, lines } = parts
  const isCitizen = isZeroRated(parts)
  const name = [patient.first_name, patient.last_name].filter(Boolean).join(' ')
  return {
    ...issued(invoice.released_at ?? invoice.created_at, clinic.timeZone),
    number: String(invoice.reference_id),
    uuid,
    currency: clinic.currency,
    seller: { ...registration, street: branch.address ?? branch.name, country: clinic.country },
    buyer: isCitizen && patient.national_id !== null ? { name, nationalId: patient.national_id } : null,
    invoice: taxInvoice(invoice, lines, isCitizen),
  }
}

const isZeroRated = ({ clinic, patient }: Pick<InvoiceParts, 'clinic' | 'patient'>): boolean =>
  clinic.taxPercent > 0 && patientTaxPercent(clinic, { ...patient, national_id_sealed: null }) === 0

/** What it is told of a credit note of the invoice, likewise. */
export function creditNoteFacts(parts: InvoiceParts, { note, ...of }: NoteParts, uuid: string) {
  const { lines, earlier, credited } = of
  const [before, after] = [linesLeft(lines, earlier), linesLeft(lines, [...earlier, ...credited])]
  return {
    ...ublFacts(parts, uuid),
    ...issued(note.created_at, parts.clinic.timeZone),
    number: `CN-${note.reference_id}`,
    invoice: taxCredit(parts.invoice, { before, after, credited }, isZeroRated(parts)),
    corrects: { number: String(parts.invoice.reference_id), reason: note.reason ?? 'Correction' },
  }
}

/** The instant on the clinic's clock, in whole seconds. */
function issued(at: string, timeZone: string) {
  const local = Temporal.Instant.from(at).toZonedDateTimeISO(timeZone)
  const issueTime = local.toPlainTime().toString({ fractionalSecondDigits: 0, roundingMode: 'trunc' })
  return { issueDate: local.toPlainDate().toString(), issueTime }
}
