import { type APPROVAL_DEEDS, APPROVAL_STATES, DiscountApproval } from '@clinic/contract/staff/discount-approvals.ts'
import type { NamedApproval } from '../domain/billing/discount-approval.ts'
import { presenter } from '../kernel/presenter.ts'
import { wordOf } from '../kernel/values/word-of.ts'

export interface ShownApproval extends NamedApproval {
  state: string
  allowed: (typeof APPROVAL_DEEDS)[number][]
}

const stateOf = wordOf(APPROVAL_STATES)

export const presentApproval = presenter<ShownApproval, typeof DiscountApproval>(DiscountApproval, {
  patientName: ({ first_name, last_name }) =>
    first_name === null ? null : [first_name, last_name].filter(Boolean).join(' '),
  state: ({ state }) => stateOf(state),
  askedBy: 'asked_by_name',
  decidedBy: 'decided_by_name',
})
