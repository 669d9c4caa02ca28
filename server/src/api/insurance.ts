import {
  getInsuranceCompany,
  type InsuranceCompany,
  type InsurancePolicy,
  listInsuranceCompanies,
  listInsurancePolicies,
  listPolicyClasses,
  type PolicyClass,
} from '@clinic/contract/insurance.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import type { InsurerRow, PolicyClassRow, PolicyRow } from '../domain/insurance/insurer.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import { patternOf, textSearch } from '../kernel/text-search.ts'
import type { Tx } from '../kernel/tx.ts'
import { toMajor } from '../kernel/values/money.ts'

const majorOrNull = ({ clinic }: Tx, minor: number | null) => (minor === null ? null : toMajor(minor, clinic.currency))

const presentCompany =
  (tx: Tx) =>
  (row: InsurerRow): Static<typeof InsuranceCompany> => ({
    object: 'insurance_company',
    id: row.id,
    name: row.name,
    number: row.number,
    email: row.email,
    taxNumber: row.tax_number,
    insuranceLimit: majorOrNull(tx, row.insurance_limit_minor),
    insuranceUnlimited: row.insurance_unlimited,
    insurancePercentage: row.insurance_percentage,
    approvalRequired: row.approval_required,
    insuranceStartMonth: row.insurance_start_month,
    taxPercent: row.tax_percent,
    totalPolicies: row.total_policies,
    forcePolicySelect: row.force_policy_select,
    disabled: row.disabled,
    city: row.city,
    countryCode: row.country_code,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  })

const presentPolicy = (row: PolicyRow): Static<typeof InsurancePolicy> => ({
  object: 'insurance_policy',
  id: row.id,
  insuranceCompanyId: row.insurance_company_id,
  policyNumber: row.policy_number,
  holderName: row.holder_name,
  coverageType: row.coverage_type,
  relationship: row.relationship,
  status: row.status,
  sponsorNumber: row.sponsor_number,
  inception: row.inception,
  due: row.due_at,
  disabled: row.disabled,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const presentClass =
  (tx: Tx) =>
  (row: PolicyClassRow): Static<typeof PolicyClass> => ({
    object: 'policy_class',
    id: row.id,
    insurancePolicyId: row.insurance_policy_id,
    name: row.name,
    maxLimit: majorOrNull(tx, row.max_limit_minor),
    insuranceLimit: majorOrNull(tx, row.insurance_limit_minor),
    insuranceUnlimited: row.insurance_unlimited,
    insurancePercentage: row.insurance_percentage,
    approvalRequired: row.approval_required,
    disabled: row.disabled,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  })

const companySearch = textSearch('insurance_companies_like')

const companySource = listSource<InsurerRow>({
  name: 'listInsuranceCompanies',
  from: 'insurance_company t',
  columns: 't.*',
  filters: companySearch.filters,
  derived: companySearch.derived,
})

const policySource = listSource<PolicyRow>({
  name: 'listInsurancePolicies',
  from: 'insurance_policy t',
  columns: 't.*',
  filters: { insuranceCompanyId: value => `t.insurance_company_id = ${value}` },
})

const classSource = listSource<PolicyClassRow>({
  name: 'listPolicyClasses',
  from: 'policy_class t',
  columns: 't.*',
  filters: { policyId: value => `t.insurance_policy_id = ${value}` },
  selectiveFilters: ['policyId'],
})

export const insurance = [
  implement(listInsuranceCompanies, async (tx, query) => {
    const found = await companySearch.find(tx, patternOf(query.searchTerm), query.updatedAfter !== undefined)
    return page(tx, companySource, { ...query, ...found }, presentCompany(tx))
  }),
  implement(getInsuranceCompany, async (tx, { id }) => ({
    data: presentCompany(tx)(await tx.get('insurance_company', id)),
  })),
  implement(listInsurancePolicies, (tx, query) => page(tx, policySource, query, presentPolicy)),
  implement(listPolicyClasses, (tx, query) => page(tx, classSource, query, presentClass(tx))),
]
