import { treatmentApproved } from '@clinic/contract/treatments.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { approvalOf } from './request-approval.ts'
import { type TreatmentRow, treatmentFacts } from './treatment.ts'

/** Records the insurer's approval, with its number, of a treatment it was asked for, and fires treatment.approved. */
export async function approveTreatment(
  tx: Tx,
  { id, preAuth }: { id: string; preAuth?: string },
): Promise<TreatmentRow> {
  const before = await tx.lock('treatment', id)
  const from = approvalOf(before)
  if (from !== 'REQUESTED') refuse('invalid_state_transition', { from, to: 'APPROVED' })
  const after = await tx.update('treatment', id, {
    approved: true,
    approved_at: tx.now,
    pre_auth: preAuth ?? before.pre_auth,
  })
  tx.emit(treatmentApproved, treatmentFacts(after))
  return after
}
