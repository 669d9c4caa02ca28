import type { ClaimStatus } from '@clinic/contract/claims.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import type { TableRow } from '../../db/tables.ts'
import type { ClinicFacts } from '../../kernel/tx.ts'
import { toMajor } from '../../kernel/values/money.ts'
import { wordOf } from '../../kernel/values/word-of.ts'

export type ClaimRow = TableRow<'claim'>
export type ClaimStatusWord = Static<typeof ClaimStatus>

const STATUSES = ['PLANNING', 'IN_REVIEW', 'PARTIALLY_CLAIMED', 'FULLY_CLAIMED'] as const satisfies ClaimStatusWord[]
export const claimStatus = wordOf(STATUSES)

/** Where a claim may go (contract section 10). */
const NEXT: Record<ClaimStatusWord, readonly ClaimStatusWord[]> = {
  PLANNING: ['IN_REVIEW'],
  IN_REVIEW: ['PARTIALLY_CLAIMED', 'FULLY_CLAIMED'],
  PARTIALLY_CLAIMED: ['FULLY_CLAIMED'],
  FULLY_CLAIMED: [],
}

export const mayMove = (from: ClaimStatusWord, to: ClaimStatusWord): boolean => NEXT[from].includes(to)

/** Whether the insurer has seen the claim: what was asked for stays as it is. Null is none. */
export const isWithInsurer = (status: string | null): boolean => status !== null && status !== 'PLANNING'

/** What every event of a claim tells (contract section 8). */
export const claimFacts = ({ currency }: ClinicFacts, row: ClaimRow) => ({
  id: row.id,
  branchId: row.branch_id,
  status: claimStatus(row.status),
  rejectedAmount: toMajor(row.rejected_minor, currency),
  insuranceCompanyId: row.insurance_company_id,
})
