import { type TreatmentStatus, treatmentStatusChanged } from '@clinic/contract/treatments.ts'
import { sql } from '../../db/statement.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Parts, Tx } from '../../kernel/tx.ts'
import { followTreatment } from './quotation.ts'
import { type TreatmentRow, type TreatmentWithSteps, treatmentFacts, withSteps } from './treatment.ts'
import { canMove, completedPercent, isOpen, treatmentStatus } from './treatment-status.ts'

const rejectSteps = sql(`
  update treatment_step set status = 'REJECTED', updated_at = $3
  where company_id = $1 and treatment_id = $2 and status in ('PLANNED', 'IN_PROGRESS')`)

/**
 * Moves a treatment to another status and fires treatment.status_changed (contract section 10). It is completed only when
 * none of its steps is open; rejecting it rejects what is open of them.
 */
export async function moveTreatment(
  tx: Tx,
  { id, to }: { id: string; to: TreatmentStatus },
): Promise<TreatmentWithSteps> {
  const before = await tx.lock('treatment', id)
  const { steps } = await withSteps(tx, before)
  const from = treatmentStatus(before)
  const open = steps.filter(step => isOpen(treatmentStatus(step)))
  if (!canMove(from, to) || (to === 'COMPLETED' && open.length > 0)) refuse('invalid_state_transition', { from, to })
  if (to === 'REJECTED') await tx.sql(rejectSteps([tx.clinic.id, id, tx.now]))
  return withSteps(tx, await enterStatus(tx, before, to, steps.map(treatmentStatus)))
}

/** Writes the new status with what follows from it, and what changed of its steps. The caller has locked the treatment and checked the move. */
export async function enterStatus(
  tx: Tx,
  before: TreatmentRow,
  to: TreatmentStatus,
  steps: readonly TreatmentStatus[],
  parts?: Parts,
): Promise<TreatmentRow> {
  const changes = {
    status: to,
    completed_percent: completedPercent(to, steps),
    ...(to === 'IN_PROGRESS' && before.starts_at === null && { starts_at: tx.now }),
    ...(to === 'COMPLETED' && { ends_at: tx.now }),
  }
  const after = await changeRecord(tx, 'treatment', before, changes, parts)
  tx.emit(treatmentStatusChanged, treatmentFacts(after), { status: before.status })
  await followTreatment(tx, after)
  return after
}
