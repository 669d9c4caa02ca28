import type { Returned, Static } from '@clinic/contract/kernel.ts'
import { PLAN_PHASES } from '@clinic/contract/staff/chart-item.ts'
import { SHARE_REASONS } from '@clinic/contract/staff/checkout-preview.ts'
import type { getPatientPlan } from '@clinic/contract/staff/plan.ts'
import {
  type QUOTATION_DEEDS,
  QuotationDocument,
  QuotationEntry,
  QuotationEvidence,
  QuotationLine,
  type QuotationOption,
  QuotationPaper,
  type QuotationSheet,
} from '@clinic/contract/staff/quotation-sheet.ts'
import type { OfferedLine } from '../domain/clinical/offered-lines.ts'
import type { QuotationState } from '../domain/clinical/quotation-state.ts'
import type { PatientPlan } from '../domain/clinical/read-plan.ts'
import type { ListedQuotation, OptionWithLines } from '../domain/clinical/read-quotations.ts'
import { treatmentStatus } from '../domain/clinical/treatment-status.ts'
import { linkState, type PatientLinkRow } from '../domain/links/patient-link.ts'
import type { SignatureRow } from '../domain/signatures/signature.ts'
import { amounts, type Presenter, presenter } from '../kernel/presenter.ts'
import type { ClinicFacts } from '../kernel/tx.ts'
import { toMajor } from '../kernel/values/money.ts'
import { wordOf } from '../kernel/values/word-of.ts'
import { patientName } from './patient-name.ts'

interface Shown {
  state: QuotationState
  allowed: (typeof QUOTATION_DEEDS)[number][]
}

/** A quotation as it is shown to the member who asks. */
export type ShownQuotation = ListedQuotation & Shown
export type ShownOption = OptionWithLines & Shown

export const presentQuotationEntry = presenter<ShownQuotation, typeof QuotationEntry>(QuotationEntry, {
  ...amounts('total', 'subtotal', 'tax', 'discount', 'diagnosticFee', 'insurance'),
  operationIds: 'treatment_ids',
  groupId: ({ id, group_id }) => group_id ?? id,
  patientName,
  due: ({ total_minor, insurance_minor }, { currency }) => toMajor(total_minor - insurance_minor, currency),
})

const shareReason = wordOf(SHARE_REASONS)
export const presentLine = presenter<OfferedLine, typeof QuotationLine>(QuotationLine, {
  ...amounts('price', 'discount', 'tax', 'total', 'insurance'),
  amount: ({ price_minor, quantity }, { currency }) => toMajor(price_minor * quantity, currency),
  insuranceReason: ({ share_reason }) => (share_reason === null ? null : shareReason(share_reason)),
  due: ({ total_minor, insurance_minor }, { currency }) => toMajor(total_minor - insurance_minor, currency),
})

export const presentOption: Presenter<ShownOption, Static<typeof QuotationOption>> = (row, clinic) => ({
  ...presentQuotationEntry(row, clinic),
  lines: row.lines.map(line => presentLine(line, clinic)),
})

interface Evidence extends SignatureRow {
  genuine: boolean
}

interface Document {
  id: string
  patient_id: string
  version_num: number
  document: { html: string | null; sha256: string | null; created_at: string | null }
}

export const presentDocument = presenter<Document, typeof QuotationDocument>(QuotationDocument, {
  html: ({ document }) => document.html,
  sha256: ({ document }) => document.sha256,
  frozenAt: ({ document }) => document.created_at,
})

interface Paper {
  id: string
  patient_id: string
  html: string
  read_at: string
}

export const presentPaper = presenter<Paper, typeof QuotationPaper>(QuotationPaper)

const presentEvidence = presenter<Evidence, typeof QuotationEvidence>(QuotationEvidence)

interface Sheet {
  link: PatientLinkRow | undefined
  evidence: readonly Evidence[]
  quotation: ShownQuotation
  options: readonly ShownOption[]
  readAt: string
}

export const presentQuotationSheet: Presenter<Sheet, Static<typeof QuotationSheet>> = (
  { quotation, options, link, evidence, readAt },
  clinic,
) => ({
  ...presentQuotationEntry(quotation, clinic),
  options: options.map(option => presentOption(option, clinic)),
  link: link ? { id: link.id, state: linkState(link, readAt), expiresAt: link.expires_at } : null,
  evidence: evidence.map(one => presentEvidence(one, clinic)),
  readAt,
})

interface Sums {
  totalMinor: number
  taxMinor: number
  insuranceMinor: number
}
const sums = ({ totalMinor, taxMinor, insuranceMinor }: Sums, { currency }: ClinicFacts) => ({
  total: toMajor(totalMinor, currency),
  tax: toMajor(taxMinor, currency),
  insurer: toMajor(insuranceMinor, currency),
  due: toMajor(totalMinor - insuranceMinor, currency),
})

const sumOf = (items: readonly OfferedLine[]): Sums => ({
  totalMinor: items.reduce((sum, { total_minor }) => sum + total_minor, 0),
  taxMinor: items.reduce((sum, { tax_minor }) => sum + tax_minor, 0),
  insuranceMinor: items.reduce((sum, { insurance_minor }) => sum + insurance_minor, 0),
})

const phaseOf = wordOf(PLAN_PHASES)

export const presentPlan: Presenter<PatientPlan & { readAt: string }, Returned<typeof getPatientPlan>> = (
  { patientId, phases, totals, readAt },
  clinic,
) => ({
  ...{ object: 'patient', id: patientId },
  phases: phases.map(({ phase, items }) => ({
    phase: phase === null ? null : phaseOf(phase),
    items: items.map(item => ({
      ...presentLine(item, clinic),
      ...{ treatmentId: item.treatment_id, status: treatmentStatus(item), doctorId: item.doctor_id },
      ...{ quotationId: item.quotation_id, signed: item.signed },
    })),
    ...sums(sumOf(items), clinic),
  })),
  ...sums(totals, clinic),
  readAt,
})
