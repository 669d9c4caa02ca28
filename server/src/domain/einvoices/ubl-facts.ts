import type { ClinicFacts } from '../../kernel/tx.ts'
import type { LineValues } from '../billing/invoice-lines.ts'
import type { InvoiceRow } from '../billing/invoice-row.ts'
import { patientTaxPercent } from '../billing/patient-tax.ts'
import type { Registration } from './registration.ts'
import { taxInvoice } from './tax-invoice.ts'
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

/** What the tax authority is told of an invoice, save its place in the chain. */
export function ublFacts(parts: InvoiceParts, uuid: string): Omit<UblFacts, 'icv' | 'previousHash'> {
  const { clinic, registration, branch, patient, invoice, lines } = parts
  const isCitizen = clinic.taxPercent > 0 && patientTaxPercent(clinic, { ...patient, national_id_sealed: null }) === 0
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

/** The instant on the clinic's clock, in whole seconds. */
function issued(at: string, timeZone: string) {
  const local = Temporal.Instant.from(at).toZonedDateTimeISO(timeZone)
  const issueTime = local.toPlainTime().toString({ fractionalSecondDigits: 0, roundingMode: 'trunc' })
  return { issueDate: local.toPlainDate().toString(), issueTime }
}
