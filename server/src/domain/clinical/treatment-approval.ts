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

/** Records that the insurer was asked, once, for a treatment that is still to be done, and fires treatment.approval_requested. */
export async function requestApproval(
  tx: Tx,
  { id, insuranceCompanyId }: { id: string; insuranceCompanyId?: string },
): Promise<TreatmentRow> {
  const before = await tx.lock('treatment', id)
  const status = treatmentStatus(before)
  const from = approvalOf(before)
  if (from !== 'NONE' || !isOpen(status))
    refuse('invalid_state_transition', { from: from === 'NONE' ? status : from, to: 'REQUESTED' })
  const after = await changeRecord(tx, 'treatment', before, {
    approval_required: true,
    approval_requested_at: tx.now,
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
