import type { Static } from '@clinic/contract/kernel.ts'
import {
  type Billable,
  BLOCKED_BY,
  type CLAIM_DEEDS,
  type ClaimTable,
  DISPOSITIONS,
  type OpenItems,
} from '@clinic/contract/staff/claim-parts.ts'
import { ClaimEntry, ClaimSheet } from '@clinic/contract/staff/claims.ts'
import type { JudgedInvoice } from '../domain/claims/billable.ts'
import { leftOf } from '../domain/claims/claim-items.ts'
import type { ClaimNoteRow, ClaimSheetRow, ListedClaim, ListedItem } from '../domain/claims/clinic-claims.ts'
import { presenter } from '../kernel/presenter.ts'
import type { ClinicFacts } from '../kernel/tx.ts'
import { csvLine, csvStart } from '../kernel/values/csv-line.ts'
import { toMajor } from '../kernel/values/money.ts'
import { wordOf } from '../kernel/values/word-of.ts'
import { localDate } from '../kernel/values/zone.ts'
import { patientName } from './patient-name.ts'

const disposition = wordOf(DISPOSITIONS)
const blockedBy = wordOf(BLOCKED_BY)

const entry = {
  totalInsuranceAmount: 'total_minor',
  partialPaymentAmount: 'partial_payment_minor',
  promptPaymentDeduction: 'prompt_payment_minor',
  netPartialPayment: 'net_partial_minor',
  rejectedAmount: 'rejected_minor',
  remainingAmount: 'remaining_minor',
  totalReceivedAmount: 'received_minor',
} as const

export const presentClaimEntry = presenter<ListedClaim, typeof ClaimEntry>(ClaimEntry, entry)

const item = (row: ListedItem, { currency }: ClinicFacts) => ({
  ...{ invoiceId: row.invoice_id, number: row.number, patientName: patientName(row), createdAt: row.invoiced_at },
  claimed: toMajor(row.claimed_minor, currency),
  received: toMajor(row.received_minor, currency),
  rejected: toMajor(row.rejected_minor, currency),
  remaining: toMajor(leftOf(row), currency),
  code: row.code,
  disposition: row.disposition === null ? null : disposition(row.disposition),
})

const note = ({ id, note: text, follow_up_on, made_by_name, created_at }: ClaimNoteRow) => ({
  ...{ id, note: text, followUpOn: follow_up_on, madeByName: made_by_name, createdAt: created_at },
})

type ShownClaim = ClaimSheetRow & { allowed: (typeof CLAIM_DEEDS)[number][] }

export const presentClaimSheet = presenter<ShownClaim, typeof ClaimSheet>(ClaimSheet, {
  ...entry,
  items: ({ items }, clinic) => items.map(one => item(one, clinic)),
  notes: ({ notes }) => notes.map(note),
})

const billable = (row: JudgedInvoice, { currency }: ClinicFacts) => ({
  ...{ invoiceId: row.id, number: row.reference_id, patientId: row.patient_id, patientName: patientName(row) },
  createdAt: row.created_at,
  total: toMajor(row.total_minor, currency),
  share: toMajor(row.insurance_minor, currency),
})

export function presentBillable(
  { judged, more }: { judged: readonly JudgedInvoice[]; more: boolean },
  clinic: ClinicFacts,
): Static<typeof Billable> {
  const isFree = ({ reasons }: JudgedInvoice) => reasons.length === 0
  const free = judged.filter(isFree)
  const blocked = judged.filter(one => !isFree(one))
  return {
    object: 'billable',
    claimable: free.map(one => billable(one, clinic)),
    claimableTotal: toMajor(
      free.reduce((sum, { insurance_minor: share }) => sum + share, 0),
      clinic.currency,
    ),
    blocked: blocked.map(one => ({ ...billable(one, clinic), reasons: one.reasons.map(blockedBy) })),
    more,
  }
}

export const presentOpenItems = (
  rows: readonly (ListedItem & { claim_number: number })[],
  clinic: ClinicFacts,
): Static<typeof OpenItems> => ({
  object: 'open_claim_items',
  items: rows.map(row => ({ ...item(row, clinic), claimNumber: row.claim_number })),
})

const HEADS = ['Claim', 'Insurer', 'Invoice', 'Date', 'Patient', 'Claimed', 'Received', 'Rejected', 'Remaining', 'Code']

/** A claim as a table: the words of its head are those that programs know it by, in every language. */
export function presentClaimTable(claim: ClaimSheetRow, clinic: ClinicFacts): Static<typeof ClaimTable> {
  const lines = claim.items.map(row => {
    const { number, createdAt, patientName, claimed, received, rejected, remaining, code } = item(row, clinic)
    const day = localDate(Date.parse(createdAt), clinic.timeZone)
    const of = [claim.reference_id, claim.insurer, number, day, patientName]
    return csvLine([...of, claimed, received, rejected, remaining, code])
  })
  return {
    ...{ object: 'claim_table', claimId: claim.id, name: `claim-${claim.reference_id}.csv` },
    csv: [csvStart(HEADS), ...lines].join(''),
    invoiceIds: claim.items.map(({ invoice_id: id }) => id),
  }
}
