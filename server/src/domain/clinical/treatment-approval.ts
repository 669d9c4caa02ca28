import type { APPROVALS } from '@clinic/contract/staff/chart-item.ts'
import { treatmentApprovalRequested, treatmentApproved } from '@clinic/contract/treatments.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { type TreatmentRow, treatmentFacts } from './treatment.ts'
import { isOpen, treatmentStatus } from './treatment-status.ts'

/** Where a treatment stands with the insurer. */
type Approval = (typeof APPROVALS)[number]

type Asked = Pick<TreatmentRow, 'approved' | 'approval_requested_at' | 'approval_denied_at'>

export function approvalOf({ approved, approval_requested_at, approval_denied_at }: Asked): Approval {
  if (approved) return 'APPROVED'
  if (approval_denied_at !== null) return 'DENIED'
  return approval_requested_at === null ? 'NONE' : 'REQUESTED'
}

/** Where the insurer can be asked from: it may be asked again where it said no. */
const ASKED_FROM: readonly Approval[] = ['NONE', 'DENIED']

/** Whether the insurer may be asked: of what is still to be done, and where it was not, or said no. */
export const isAskable = (treatment: TreatmentRow): boolean =>
  ASKED_FROM.includes(approvalOf(treatment)) && isOpen(treatmentStatus(treatment))

/** Records that the insurer was asked for a treatment that is still to be done, and fires treatment.approval_requested. */
export async function requestApproval(
  tx: Tx,
  { id, insuranceCompanyId }: { id: string; insuranceCompanyId?: string | undefined },
): Promise<TreatmentRow> {
  if (insuranceCompanyId !== undefined) await tx.get('insurance_company', insuranceCompanyId)
  const before = await tx.lock('treatment', id)
  const from = approvalOf(before)
  if (!isAskable(before))
    refuse('invalid_state_transition', {
      from: ASKED_FROM.includes(from) ? treatmentStatus(before) : from,
      to: 'REQUESTED',
    })
  const after = await changeRecord(tx, 'treatment', before, {
    approval_required: true,
    approval_requested_at: tx.now,
    approval_denied_at: null,
    denial_reason: null,
    insurance_company_id: insuranceCompanyId ?? before.insurance_company_id,
  })
  tx.emit(treatmentApprovalRequested, treatmentFacts(after))
  return after
}

/** Records the insurer's approval, with its number, of a treatment it was asked for, and fires treatment.approved. */
export async function approveTreatment(
  tx: Tx,
  { id, preAuth }: { id: string; preAuth?: string },
): Promise<TreatmentRow> {
  const before = await tx.lock('treatment', id)
  const from = approvalOf(before)
  if (from !== 'REQUESTED') refuse('invalid_state_transition', { from, to: 'APPROVED' })
  const after = await changeRecord(tx, 'treatment', before, {
    approved: true,
    approved_at: tx.now,
    pre_auth: preAuth ?? before.pre_auth,
  })
  tx.emit(treatmentApproved, treatmentFacts(after))
  return after
}

/** Records that the insurer said no, and why, to what it was asked for; it may be asked again. Fires nothing. */
export async function denyApproval(tx: Tx, { id, reason }: { id: string; reason: string }): Promise<TreatmentRow> {
  const before = await tx.lock('treatment', id)
  const from = approvalOf(before)
  if (from !== 'REQUESTED') refuse('invalid_state_transition', { from, to: 'DENIED' })
  return changeRecord(tx, 'treatment', before, { approval_denied_at: tx.now, denial_reason: reason })
}
