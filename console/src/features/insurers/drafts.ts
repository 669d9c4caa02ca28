import { POLICY_STATUSES } from '@clinic/contract/staff/insurance.ts'
import type { ClinicOperationId, Input, Returned } from '../../lib/api.ts'
import { type clinicDays, minutesAfter } from '../../lib/clinic-time.ts'
import { numberTyped } from '../../lib/number-typed.ts'

export type Insurer = Returned<'addInsurer'>
export type Policy = Returned<'addInsurerPolicy'>
export type InsuredClass = Returned<'addInsuredClass'>

/** What shows insurers, or goes by them. */
export const INSURERS_CHANGED: readonly ClinicOperationId[] = [
  ...(['listInsurers', 'listInsurerPolicies', 'listInsuredClasses', 'getCoverage', 'getPatientSummary'] as const),
]

/** What is borne, as it is typed. */
export interface BearsDraft {
  insurancePercentage: string
  insuranceLimit: string
  insuranceUnlimited: boolean
  approvalRequired: boolean
}

const NOTHING: BearsDraft = {
  ...{ insurancePercentage: '', insuranceLimit: '', insuranceUnlimited: false, approvalRequired: false },
}

const typed = (amount: number | null) => (amount === null ? '' : String(amount))
const amountOf = (text: string) => (text.trim() === '' ? null : numberTyped(text))
const orNone = (text: string) => text.trim() || null

const bearsDraft = (one: Insurer | InsuredClass): BearsDraft => ({
  ...{ insurancePercentage: typed(one.insurancePercentage), insuranceLimit: typed(one.insuranceLimit) },
  ...{ insuranceUnlimited: one.insuranceUnlimited, approvalRequired: one.approvalRequired },
})

const bearsOf = ({ insurancePercentage, insuranceLimit, insuranceUnlimited, approvalRequired }: BearsDraft) => ({
  ...{ insurancePercentage: amountOf(insurancePercentage), insuranceUnlimited, approvalRequired },
  insuranceLimit: insuranceUnlimited ? null : amountOf(insuranceLimit),
})

export interface InsurerDraft extends BearsDraft {
  name: string
  number: string
  email: string
  taxNumber: string
  city: string
  insuranceStartMonth: string
  forcePolicySelect: boolean
  disabled: boolean
}

export const NEW_INSURER: InsurerDraft = {
  ...{ ...NOTHING, name: '', number: '', email: '', taxNumber: '', city: '', insuranceStartMonth: '1' },
  ...{ forcePolicySelect: false, disabled: false },
}

export const insurerDraft = (one: Insurer): InsurerDraft => ({
  ...bearsDraft(one),
  ...{ name: one.name, number: one.number ?? '', email: one.email ?? '', taxNumber: one.taxNumber ?? '' },
  ...{ city: one.city ?? '', insuranceStartMonth: String(one.insuranceStartMonth ?? 1) },
  ...{ forcePolicySelect: one.forcePolicySelect, disabled: one.disabled },
})

/** What is typed as it is sent; what is empty is none. */
export const insurerOf = (draft: InsurerDraft): Input<'addInsurer'> => ({
  ...bearsOf(draft),
  ...{ name: draft.name.trim(), number: orNone(draft.number), email: orNone(draft.email) },
  ...{ taxNumber: orNone(draft.taxNumber), city: orNone(draft.city) },
  ...{ insuranceStartMonth: Number(draft.insuranceStartMonth), forcePolicySelect: draft.forcePolicySelect },
})

export interface PolicyDraft {
  policyNumber: string
  holderName: string
  sponsorNumber: string
  status: string
  inception: string
  /** The last day. */
  due: string
  disabled: boolean
}

export const NEW_POLICY: PolicyDraft = {
  ...{ policyNumber: '', holderName: '', sponsorNumber: '', status: 'ACTIVE', inception: '', due: '', disabled: false },
}

type Days = ReturnType<typeof clinicDays>

/** The last day on which a policy runs that ends at an instant. */
export const lastDay = (days: Days, due: string): string => days.of(minutesAfter(due, -1)).day

export const policyDraft = (one: Policy, days: Days): PolicyDraft => ({
  ...{ policyNumber: one.policyNumber ?? '', holderName: one.holderName ?? '', status: one.status ?? 'ACTIVE' },
  ...{ sponsorNumber: one.sponsorNumber ?? '', inception: one.inception ?? '', disabled: one.disabled },
  due: one.due === null ? '' : lastDay(days, one.due),
})

export const policyOf = (draft: PolicyDraft, days: Days): Omit<Input<'addInsurerPolicy'>, 'insuranceCompanyId'> => ({
  ...{ policyNumber: orNone(draft.policyNumber), holderName: orNone(draft.holderName) },
  ...{ sponsorNumber: orNone(draft.sponsorNumber), inception: orNone(draft.inception) },
  status: POLICY_STATUSES.find(one => one === draft.status) ?? null,
  due: days.startOf(draft.due, { after: true }) ?? null,
})

export interface ClassDraft extends BearsDraft {
  name: string
  maxLimit: string
  disabled: boolean
}

export const NEW_CLASS: ClassDraft = { ...NOTHING, name: '', maxLimit: '', disabled: false }

export const classDraft = (one: InsuredClass): ClassDraft => ({
  ...{ ...bearsDraft(one), name: one.name, maxLimit: typed(one.maxLimit), disabled: one.disabled },
})

export const classOf = (draft: ClassDraft): Omit<Input<'addInsuredClass'>, 'insurancePolicyId'> => ({
  ...{ ...bearsOf(draft), name: draft.name.trim(), maxLimit: amountOf(draft.maxLimit) },
})
