import { type TreatmentStatus, treatmentStepCompleted } from '@clinic/contract/treatments.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { enterStatus } from './move-treatment.ts'
import { type StepRow, type TreatmentRow, type TreatmentWithSteps, treatmentFacts, withSteps } from './treatment.ts'
import { canMove, completedPercent, isOpen, treatmentStatus } from './treatment-status.ts'

/**
 * Moves one step (contract section 10); a completed one fires treatmentstep.completed. The treatment follows: it is in
 * progress from the first step that is, and completed with the last, and fires treatment.status_changed for that.
 */
export async function moveTreatmentStep(
  tx: Tx,
  { id, to }: { id: string; to: TreatmentStatus },
): Promise<TreatmentWithSteps> {
  const { treatment_id } = await tx.get('treatment_step', id)
  // The treatment first, as in moveTreatment, so that two who move its steps queue.
  const treatment = await tx.lock('treatment', treatment_id)
  const step = await tx.lock('treatment_step', id)
  const from = treatmentStatus(step)
  if (!canMove(from, to)) refuse('invalid_state_transition', { from, to })
  await tx.update('treatment_step', id, {
    status: to,
    ...(to === 'IN_PROGRESS' && step.starts_at === null && { starts_at: tx.now }),
    ...(to === 'COMPLETED' && { ends_at: tx.now }),
  })
  if (to === 'COMPLETED')
    tx.emit(treatmentStepCompleted, { ...treatmentFacts(treatment), id, status: to }, { status: from })
  const { steps } = await withSteps(tx, treatment)
  const was = steps.map(one => (one.id === id ? { ...one, status: from } : one))
  return { treatment: await followSteps(tx, treatment, was, steps), steps }
}

async function followSteps(
  tx: Tx,
  treatment: TreatmentRow,
  was: readonly StepRow[],
  rows: readonly StepRow[],
): Promise<TreatmentRow> {
  const status = treatmentStatus(treatment)
  const steps = rows.map(treatmentStatus)
  const parts = { steps: [was.map(treatmentStatus), steps] as const }
  const to = statusOf(steps)
  if (to !== undefined && canMove(status, to)) return enterStatus(tx, treatment, to, steps, parts)
  return changeRecord(tx, 'treatment', treatment, { completed_percent: completedPercent(status, steps) }, parts)
}

/** Where the steps take their treatment, if anywhere. */
function statusOf(steps: readonly TreatmentStatus[]): TreatmentStatus | undefined {
  const wanted = steps.filter(step => step !== 'REJECTED')
  if (wanted.length === 0) return 'REJECTED'
  if (!wanted.some(isOpen)) return 'COMPLETED'
  return wanted.includes('IN_PROGRESS') ? 'IN_PROGRESS' : undefined
}
