import type { TreatmentStatus } from '@clinic/contract/treatments.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Parts, Tx } from '../../kernel/tx.ts'
import { changeOfSteps, enterStatus, type Moved, tellCompleted } from './move-treatment.ts'
import { followTreatment } from './quotation.ts'
import { type StepRow, type TreatmentRow, withSteps } from './treatment.ts'
import { canMove, completedPercent, isOpen, treatmentStatus } from './treatment-status.ts'

/**
 * Moves one step (contract section 10); a completed one fires treatmentstep.completed. The treatment follows: it is in
 * progress from the first step that is, and completed with the last, and fires treatment.status_changed for that.
 */
export async function moveTreatmentStep(tx: Tx, { id, to }: { id: string; to: TreatmentStatus }): Promise<Moved> {
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
  if (to === 'COMPLETED') tellCompleted(tx, treatment, [step])
  const { steps } = await withSteps(tx, treatment)
  const was = steps.map(one => (one.id === id ? { ...one, status: from } : one))
  return { ...(await followSteps(tx, treatment, was, steps)), steps }
}

/** Takes the treatment where its steps are. */
async function followSteps(
  tx: Tx,
  treatment: TreatmentRow,
  was: readonly StepRow[],
  rows: readonly StepRow[],
): Promise<Omit<Moved, 'steps'>> {
  const steps = rows.map(treatmentStatus)
  const to = statusOf(steps)
  if (to !== undefined && canMove(treatmentStatus(treatment), to))
    return enterStatus(tx, treatment, { to, steps, parts: changeOfSteps(was, rows) })
  return { treatment: await keepStatus(tx, treatment, was, rows), shortages: [] }
}

/** Writes how much of the treatment is done by its steps as they are, where it stays in its status. */
export async function keepStatus(
  tx: Tx,
  treatment: TreatmentRow,
  was: readonly StepRow[],
  rows: readonly StepRow[],
  why?: Parts,
): Promise<TreatmentRow> {
  const percent = completedPercent(treatmentStatus(treatment), rows.map(treatmentStatus))
  const changes = { has_steps: rows.length > 0, completed_percent: percent }
  const after = await changeRecord(tx, 'treatment', treatment, changes, { ...changeOfSteps(was, rows), ...why })
  await followTreatment(tx, after)
  return after
}

/** Where the steps take their treatment, if anywhere. */
function statusOf(steps: readonly TreatmentStatus[]): TreatmentStatus | undefined {
  const wanted = steps.filter(step => step !== 'REJECTED')
  if (wanted.length === 0) return 'REJECTED'
  if (!wanted.some(isOpen)) return 'COMPLETED'
  return wanted.includes('IN_PROGRESS') ? 'IN_PROGRESS' : undefined
}
