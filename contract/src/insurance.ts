import { scope } from './access.ts'
import { Id, MaybeInteger, MaybeNumber, MaybeText, MaybeTimestamp, record } from './fields.ts'
import { family, Type } from './kernel.ts'
import { ClinicText, MaybeClinicText, Personal, searching } from './tiers.ts'

export const InsuranceCompany = record('insurance_company', {
  name: ClinicText,
  number: MaybeClinicText,
  email: MaybeClinicText,
  taxNumber: MaybeClinicText,
  insuranceLimit: MaybeNumber,
  insuranceUnlimited: Type.Boolean(),
  insurancePercentage: MaybeNumber,
  approvalRequired: Type.Boolean(),
  insuranceStartMonth: MaybeInteger,
  taxPercent: MaybeNumber,
  totalPolicies: Type.Integer(),
  forcePolicySelect: Type.Boolean(),
  disabled: Type.Boolean(),
  city: MaybeClinicText,
  countryCode: MaybeClinicText,
})

/** Who holds a policy may be a patient, and a sponsor's number a person's national id. */
export const InsurancePolicy = record('insurance_policy', {
  insuranceCompanyId: Id,
  policyNumber: MaybeClinicText,
  holderName: Personal(MaybeText),
  coverageType: MaybeClinicText,
  relationship: MaybeClinicText,
  status: MaybeClinicText,
  sponsorNumber: Personal(MaybeText),
  inception: MaybeClinicText,
  due: MaybeTimestamp,
  disabled: Type.Boolean(),
})

export const PolicyClass = record('policy_class', {
  insurancePolicyId: Id,
  name: ClinicText,
  maxLimit: MaybeNumber,
  insuranceLimit: MaybeNumber,
  insuranceUnlimited: Type.Boolean(),
  insurancePercentage: MaybeNumber,
  approvalRequired: Type.Boolean(),
  disabled: Type.Boolean(),
})

const { listing, operation } = family('Insurance', { read: scope('insurance:read') })

export const listInsuranceCompanies = listing({
  id: 'listInsuranceCompanies',
  route: 'GET /insurance-companies',
  summary: 'List insurance companies',
  description: 'The insurers that the clinic works with. searchTerm finds one by a part of its name.',
  paging: 'Plain',
  filters: { searchTerm: searching('clinic') },
  returns: InsuranceCompany,
})

export const getInsuranceCompany = operation({
  id: 'getInsuranceCompany',
  route: 'GET /insurance-companies/:id',
  summary: 'Get an insurance company',
  description: 'One insurer with its contact and what it usually covers.',
  input: { id: Id },
  returns: InsuranceCompany,
})

export const listInsurancePolicies = listing({
  id: 'listInsurancePolicies',
  route: 'GET /insurance-policies',
  summary: 'List insurance policies',
  description: 'Policies of insurers, such as those of an employer. Their classes say what is covered.',
  paging: 'Plain',
  filters: { insuranceCompanyId: Id },
  returns: InsurancePolicy,
})

export const listPolicyClasses = listing({
  id: 'listPolicyClasses',
  route: 'GET /policy-classes',
  summary: 'List the classes of insurance policies',
  description: 'What each class of insured persons is covered for. Filter by policy.',
  paging: 'Plain',
  filters: { policyId: Id },
  returns: PolicyClass,
})
