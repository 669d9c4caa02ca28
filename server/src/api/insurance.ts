import {
  getInsuranceCompany,
  listInsuranceCompanies,
  listInsurancePolicies,
  listPolicyClasses,
} from '@clinic/contract/insurance.ts'
import type { InsurerRow } from '../domain/insurance/insurer.ts'
import type { PolicyRow } from '../domain/insurance/policy.ts'
import type { PolicyClassRow } from '../domain/insurance/policy-class.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import { patternOf, textSearch } from '../kernel/text-search.ts'
import { presentInsuranceCompany } from '../present/insurance-company.ts'
import { presentInsurancePolicy } from '../present/insurance-policy.ts'
import { presentPolicyClass } from '../present/policy-class.ts'

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
    return page(tx, companySource, { ...query, ...found }, presentInsuranceCompany(tx.clinic))
  }),
  implement(getInsuranceCompany, async (tx, { id }) => ({
    data: presentInsuranceCompany(tx.clinic)(await tx.get('insurance_company', id)),
  })),
  implement(listInsurancePolicies, (tx, query) => page(tx, policySource, query, presentInsurancePolicy)),
  implement(listPolicyClasses, (tx, query) => page(tx, classSource, query, presentPolicyClass(tx.clinic))),
]
