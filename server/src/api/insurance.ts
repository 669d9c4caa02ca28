import { getClaim, listClaims } from '@clinic/contract/claims.ts'
import {
  getInsuranceCompany,
  listInsuranceCompanies,
  listInsurancePolicies,
  listPolicyClasses,
} from '@clinic/contract/insurance.ts'
import { sql } from '../db/statement.ts'
import { refuse } from '../kernel/errors.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import { getRecord, listRecords, searchRecords } from '../kernel/record-operations.ts'
import {
  presentClaim,
  presentInsuranceCompany,
  presentInsurancePolicy,
  presentPolicyClass,
  type ShownClaim,
} from '../present/insurance.ts'

const CLAIM_COLUMNS = `t.*, array(
  select i.id from invoice i where i.company_id = t.company_id and i.claim_id = t.id order by i.created_at, i.id) as invoice_ids`

const claimSource = listSource<ShownClaim>({
  name: 'listClaims',
  from: 'claim t',
  columns: CLAIM_COLUMNS,
  filters: {
    status: value => `t.status = ${value}`,
    insuranceCompanyId: value => `t.insurance_company_id = ${value}`,
    branchId: value => `t.branch_id = ${value}`,
  },
})

const claimById = sql<ShownClaim>(`select ${CLAIM_COLUMNS} from claim t where t.company_id = $1 and t.id = $2`)

export const insurance = [
  searchRecords(listInsuranceCompanies, 'insurance_company', 'insurance_companies_like', presentInsuranceCompany),
  getRecord(getInsuranceCompany, 'insurance_company', presentInsuranceCompany),
  listRecords(listInsurancePolicies, 'insurance_policy', presentInsurancePolicy),
  listRecords(listPolicyClasses, 'policy_class', presentPolicyClass, {
    filters: { policyId: value => `t.insurance_policy_id = ${value}` },
  }),
  implement(listClaims, (tx, query) => page(tx, claimSource, query, presentClaim)),
  implement(getClaim, async (tx, { id }) => {
    const [claim] = await tx.sql(claimById([tx.clinic.id, id]))
    return { data: presentClaim(claim ?? refuse('not_found', { resource: 'claim' }), tx.clinic) }
  }),
]
