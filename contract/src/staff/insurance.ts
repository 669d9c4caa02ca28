import { permission } from '../access.ts'
import {
  allClearable,
  allOptional,
  amountOf,
  DateOnly,
  described,
  Id,
  MaybeText,
  Nullable,
  OneOf,
  Optional,
  OrEmpty,
  RowVersion,
  resource,
  Text,
  Timestamp,
  UpTo,
} from '../fields.ts'
import {
  PolicyClass as ClassAsTold,
  InsuranceCompany as CompanyAsTold,
  InsurancePolicy as PolicyAsTold,
} from '../insurance.ts'
import { family, Type } from '../kernel.ts'

const { operation, listing } = family('Insurance', {
  read: permission('insurance:read'),
  write: permission('insurance:manage'),
  sight: 'clinic',
})

/** The states of a policy. */
export const POLICY_STATUSES = ['ACTIVE', 'SUSPENDED', 'EXPIRED', 'CANCELED'] as const

const Amount = Type.Number({ minimum: 0, maximum: 10_000_000 })
const Percent = Type.Number({ minimum: 0, maximum: 100 })
const NotUsed = described(Type.Boolean(), 'Whether it is no longer chosen; who is insured by it already stays so.')

/** What is borne, as an insurer or a class says it. */
const bears = {
  ...allClearable({
    insuranceLimit: amountOf(Amount, 'The most that the insurer bears for a patient in a year'),
    insurancePercentage: described(Percent, 'The share that the insurer bears, in percent with two decimals.'),
  }),
  ...allOptional({
    insuranceUnlimited: described(Type.Boolean(), 'Whether the insurer bears any amount, without a limit.'),
    approvalRequired: described(Type.Boolean(), 'Whether what needs an approval is borne once it is approved alone.'),
  }),
}

const { object: _company, ...companyAsTold } = CompanyAsTold.properties
export const Insurer = resource('insurance_company', { ...companyAsTold, version: RowVersion }, 'insurer')

const insurerName = described(Text(1, 200), 'The name of the insurer.')
const insurerWishes = {
  ...bears,
  ...allClearable({
    number: described(OrEmpty(Text(5, 24)), 'The telephone number of the insurer, in any spelling.'),
    email: OrEmpty(Type.String({ format: 'email', maxLength: 120 })),
    taxNumber: described(UpTo(50), 'The tax registration number of the insurer.'),
    insuranceStartMonth: described(
      Type.Integer({ minimum: 1, maximum: 12 }),
      'The month in which its year begins, 1 is January, as it is unless told.',
    ),
    taxPercent: described(Percent, 'The VAT on its share, in percent.'),
    city: UpTo(100),
    countryCode: described(Type.String({ pattern: '^[A-Z]{2}$' }), 'Where it is, ISO 3166-1 alpha-2.'),
  }),
  forcePolicySelect: Optional(
    described(Type.Boolean(), 'Whether a patient is insured by one of its policies, never by the company alone.'),
  ),
}

export const listInsurers = operation({
  id: 'listInsurers',
  route: 'GET /insurance-companies',
  summary: 'The insurers that the clinic works with',
  description: 'By name, those that are no longer chosen last.',
  returns: Insurer,
  answer: 'all',
})

export const addInsurer = operation({
  id: 'addInsurer',
  route: 'POST /insurance-companies',
  summary: 'Adds an insurer',
  description: 'Patients can be insured by it from then on. No plugin hears of it.',
  input: { name: insurerName, ...insurerWishes },
  returns: Insurer,
  status: 201,
})

export const updateInsurer = operation({
  id: 'updateInsurer',
  route: 'PATCH /insurance-companies/:id',
  summary: 'Changes an insurer, or takes it out of use',
  description:
    'Absent fields stay as they are, null clears one. Patients stay insured as they are: what it bears of them is what it bore when that was said of them.',
  versioned: { of: 'insurance_company' },
  input: { id: Id, name: Optional(insurerName), ...insurerWishes, disabled: Optional(NotUsed) },
  returns: Insurer,
})

const { object: _policy, ...policyAsTold } = PolicyAsTold.properties
export const InsurerPolicy = resource(
  'insurance_policy',
  {
    ...policyAsTold,
    holderName: described(MaybeText, 'The person or company that took it out: an employer, the head of a family.'),
    sponsorNumber: described(MaybeText, 'The number of the sponsor: of an employer, or the national id of a person.'),
    version: RowVersion,
  },
  'insurerPolicy',
)

const policyWishes = allClearable({
  policyNumber: described(UpTo(100), 'The number of the policy.'),
  holderName: described(UpTo(200), 'The person or company that took it out.'),
  coverageType: described(UpTo(100), 'What the policy covers, in the words of the insurer.'),
  relationship: described(UpTo(100), 'What the insured person is to the policy holder.'),
  status: described(OneOf(POLICY_STATUSES), 'The state of the policy; ACTIVE unless told.'),
  sponsorNumber: described(UpTo(50), 'The number of the sponsor: of an employer, or the national id of a person.'),
  inception: described(DateOnly, 'The first day of the policy.'),
  due: described(Timestamp, 'Until when the policy runs, UTC; from then on nothing is borne by it.'),
})

export const listInsurerPolicies = listing({
  id: 'listInsurerPolicies',
  route: 'GET /insurance-policies',
  summary: 'Policies of insurers, newest first',
  description: 'Such as those of an employer, those that are no longer chosen, too.',
  paging: 'Page',
  filters: { insuranceCompanyId: described(Id, 'Only those of this insurer.') },
  returns: InsurerPolicy,
})

export const addInsurerPolicy = operation({
  id: 'addInsurerPolicy',
  route: 'POST /insurance-policies',
  summary: 'Adds a policy of an insurer',
  description: 'Of one that is in use. No plugin hears of it.',
  input: { insuranceCompanyId: Id, ...policyWishes },
  returns: InsurerPolicy,
  status: 201,
})

export const updateInsurerPolicy = operation({
  id: 'updateInsurerPolicy',
  route: 'PATCH /insurance-policies/:id',
  summary: 'Changes a policy, or takes it out of use',
  description: 'Absent fields stay as they are, null clears one. It stays with its insurer.',
  versioned: { of: 'insurance_policy', fields: { due: 'dueAt' } },
  input: { id: Id, ...policyWishes, disabled: Optional(NotUsed) },
  returns: InsurerPolicy,
})

const { object: _class, ...classAsTold } = ClassAsTold.properties
export const InsuredClass = resource('policy_class', { ...classAsTold, version: RowVersion }, 'insuredClass')

const className = described(Text(1, 100), 'The name of the class, such as A or VIP.')
const classWishes = {
  ...bears,
  maxLimit: Optional(Nullable(amountOf(Amount, 'The most that a patient bears of what is covered on an invoice'))),
}

export const listInsuredClasses = listing({
  id: 'listInsuredClasses',
  route: 'GET /policy-classes',
  summary: 'Classes of policies, newest first',
  description: 'What each bears for those who are in it, those that are no longer chosen, too.',
  paging: 'Page',
  filters: { policyId: described(Id, 'Only those of this policy.') },
  returns: InsuredClass,
})

export const addInsuredClass = operation({
  id: 'addInsuredClass',
  route: 'POST /policy-classes',
  summary: 'Adds a class of a policy',
  description: 'Of one that is in use. No plugin hears of it.',
  input: { insurancePolicyId: Id, name: className, ...classWishes },
  returns: InsuredClass,
  status: 201,
})

export const updateInsuredClass = operation({
  id: 'updateInsuredClass',
  route: 'PATCH /policy-classes/:id',
  summary: 'Changes a class, or takes it out of use',
  description:
    'Absent fields stay as they are, null clears one. It stays in its policy, and patients in it stay insured as they are.',
  versioned: { of: 'policy_class' },
  input: { id: Id, name: Optional(className), ...classWishes, disabled: Optional(NotUsed) },
  returns: InsuredClass,
})
