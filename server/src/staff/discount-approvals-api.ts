import {
  type APPROVAL_DEEDS,
  approveDiscount as approveDeclared,
  askForDiscount as askDeclared,
  declineDiscount as declineDeclared,
  getDiscountApproval,
  listDiscountApprovals,
} from '@clinic/contract/staff/discount-approvals.ts'
import {
  approvalState,
  approveDiscount,
  askForDiscount,
  declineDiscount,
  type NamedApproval,
  openApprovals,
  readApproval,
} from '../domain/billing/discount-approval.ts'
import { branchesOf } from '../kernel/branch-sight.ts'
import { implement } from '../kernel/implement.ts'
import type { Tx } from '../kernel/tx.ts'
import { presentApproval } from '../present/checkout.ts'

const DEEDS: Readonly<Record<string, readonly (typeof APPROVAL_DEEDS)[number][]>> = {
  ASKED: ['APPROVE', 'DECLINE'],
  APPROVED: ['DECLINE'],
}

function shown(tx: Tx, row: NamedApproval) {
  const state = approvalState(row, tx.now)
  const allowed = tx.caller.holds('may:discounts:approve') ? [...(DEEDS[state] ?? [])] : []
  return presentApproval({ ...row, state, allowed }, tx.clinic)
}

const one = async (tx: Tx, { id }: { id: string }) => ({ data: shown(tx, await readApproval(tx, id)) })

/** Discounts above what a role may give, as they are asked for and decided. */
export const discountApprovalsApi = [
  implement(listDiscountApprovals, async tx => ({
    data: (await openApprovals(tx, branchesOf(tx))).map(row => shown(tx, row)),
  })),
  implement(getDiscountApproval, one),
  implement(askDeclared, async (tx, input) => one(tx, await askForDiscount(tx, input))),
  implement(approveDeclared, async (tx, input) => one(tx, await approveDiscount(tx, input))),
  implement(declineDeclared, async (tx, input) => one(tx, await declineDiscount(tx, input))),
]
