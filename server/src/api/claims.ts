import { type Claim, getClaim, listClaims } from '@clinic/contract/claims.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import { sql } from '../db/statement.ts'
import { type ClaimRow, claimStatus } from '../domain/claims/claim.ts'
import { refuse } from '../kernel/errors.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import type { Tx } from '../kernel/tx.ts'
import { toMajor } from '../kernel/values/money.ts'

interface ShownClaim extends ClaimRow {
  invoice_ids: string[]
}

const COLUMNS = `t.*, array(
  select i.id from invoice i where i.company_id = t.company_id and i.claim_id = t.id order by i.created_at, i.id) as invoice_ids`

const present = ({ clinic: { currency } }: Tx) => {
  const major = (minor: number) => toMajor(minor, currency)
  return (row: ShownClaim): Static<typeof Claim> => ({
    object: 'claim',
    id: row.id,
    referenceId: row.reference_id,
    name: row.name,
    status: claimStatus(row.status),
    startDate: row.start_date,
    endDate: row.end_date,
    totalInsuranceAmount: major(row.total_minor),
    invoiceCount: row.invoice_count,
    partialPaymentPercent: row.partial_payment_percent,
    promptPaymentPercent: row.prompt_payment_percent,
    partialPaymentAmount: major(row.partial_payment_minor),
    promptPaymentDeduction: major(row.prompt_payment_minor),
    netPartialPayment: major(row.net_partial_minor),
    rejectedAmount: major(row.rejected_minor),
    remainingAmount: major(row.remaining_minor),
    totalReceivedAmount: major(row.received_minor),
    branchId: row.branch_id,
    insuranceCompanyId: row.insurance_company_id,
    reviewedAt: row.reviewed_at,
    partiallyClaimedAt: row.partially_claimed_at,
    fullyClaimedAt: row.fully_claimed_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    invoiceIds: row.invoice_ids,
  })
}

const source = listSource<ShownClaim>({
  name: 'listClaims',
  from: 'claim t',
  columns: COLUMNS,
  filters: {
    status: value => `t.status = ${value}`,
    insuranceCompanyId: value => `t.insurance_company_id = ${value}`,
    branchId: value => `t.branch_id = ${value}`,
  },
})

const one = sql<ShownClaim>(`select ${COLUMNS} from claim t where t.company_id = $1 and t.id = $2`)

export const claims = [
  implement(listClaims, (tx, query) => page(tx, source, query, present(tx))),
  implement(getClaim, async (tx, { id }) => {
    const [claim] = await tx.sql(one([tx.clinic.id, id]))
    return { data: present(tx)(claim ?? refuse('not_found', { resource: 'claim' })) }
  }),
]
