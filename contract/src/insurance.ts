import { scope } from './access.ts'
import {
  Id,
  MaybeInteger,
  MaybeNumber,
  MaybeText,
  MaybeTimestamp,
  Optional,
  resource,
  Text,
  Timestamp,
} from './fields.ts'
import { listing, operation, Type } from './kernel.ts'

export const InsuranceCompany = resource('insurance_company', {
  id: Id,
  name: Type.String(),
  number: MaybeText,
  email: MaybeText,
  taxNumber: MaybeText,
  insuranceLimit: MaybeNumber,
  insuranceUnlimited: Type.Boolean(),
  insurancePercentage: MaybeNumber,
  approvalRequired: Type.Boolean(),
  insuranceStartMonth: MaybeInteger,
  taxPercent: MaybeNumber,
  totalPolicies: Type.Integer(),
  forcePolicySelect: Type.Boolean(),
  disabled: Type.Boolean(),
  city: MaybeText,
  countryCode: MaybeText,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

export const InsurancePolicy = resource('insurance_policy', {
  id: Id,
  insuranceCompanyId: Id,
  policyNumber: MaybeText,
  holderName: MaybeText,
  coverageType: MaybeText,
  relationship: MaybeText,
  status: MaybeText,
  sponsorNumber: MaybeText,
  inception: MaybeText,
  due: MaybeTimestamp,
  disabled: Type.Boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

export const PolicyClass = resource('policy_class', {
  id: Id,
  insurancePolicyId: Id,
  name: Type.String(),
  maxLimit: MaybeNumber,
  insuranceLimit: MaybeNumber,
  insuranceUnlimited: Type.Boolean(),
  insurancePercentage: MaybeNumber,
  approvalRequired: Type.Boolean(),
  disabled: Type.Boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

const shared = { tag: 'Insurance', access: scope('insurance:read') } as const

export const listInsuranceCompanies = listing({
  ...shared,
  id: 'listInsuranceCompanies',
  route: 'GET /insurance-companies',
  summary: 'List insurance companies',
  paging: 'Plain',
  filters: { searchTerm: Optional(Text(2, 100)) },
  returns: InsuranceCompany,
})

export const getInsuranceCompany = operation({
  ...shared,
  id: 'getInsuranceCompany',
  route: 'GET /insurance-companies/:id',
  summary: 'Get an insurance company',
  input: { id: Id },
  returns: InsuranceCompany,
})

export const listInsurancePolicies = listing({
  ...shared,
  id: 'listInsurancePolicies',
  route: 'GET /insurance-policies',
  summary: 'List insurance policies',
  paging: 'Plain',
  filters: { insuranceCompanyId: Optional(Id) },
  returns: InsurancePolicy,
})

export const listPolicyClasses = listing({
  ...shared,
  id: 'listPolicyClasses',
  route: 'GET /policy-classes',
  summary: 'List the classes of insurance policies',
  paging: 'Plain',
  filters: { policyId: Optional(Id) },
  returns: PolicyClass,
})
