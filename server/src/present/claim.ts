import type { Claim } from '@clinic/contract/claims.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import { type ClaimRow, claimStatus } from '../domain/claims/claim.ts'
import type { ClinicFacts } from '../kernel/tx.ts'
import { toMajor } from '../kernel/values/money.ts'

export interface ShownClaim extends ClaimRow {
  invoice_ids: string[]
}

export const presentClaim =
  ({ currency }: ClinicFacts) =>
  (row: ShownClaim): Static<typeof Claim> => ({
    object: 'claim',
    id: row.id,
    referenceId: row.reference_id,
    name: row.name,
    status: claimStatus(row.status),
    startDate: row.start_date,
    endDate: row.end_date,
    totalInsuranceAmount: toMajor(row.total_minor, currency),
    invoiceCount: row.invoice_count,
    partialPaymentPercent: row.partial_payment_percent,
    promptPaymentPercent: row.prompt_payment_percent,
    partialPaymentAmount: toMajor(row.partial_payment_minor, currency),
    promptPaymentDeduction: toMajor(row.prompt_payment_minor, currency),
    netPartialPayment: toMajor(row.net_partial_minor, currency),
    rejectedAmount: toMajor(row.rejected_minor, currency),
    remainingAmount: toMajor(row.remaining_minor, currency),
    totalReceivedAmount: toMajor(row.received_minor, currency),
    branchId: row.branch_id,
    insuranceCompanyId: row.insurance_company_id,
    reviewedAt: row.reviewed_at,
    partiallyClaimedAt: row.partially_claimed_at,
    fullyClaimedAt: row.fully_claimed_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    invoiceIds: row.invoice_ids,
  })
