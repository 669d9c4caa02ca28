import { type TreatmentStatus, treatmentStatusChanged, treatmentStepCompleted } from '@clinic/contract/treatments.ts'
import { sql } from '../../db/statement.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { refuse, refuseSettled } from '../../kernel/errors.ts'
import type { Parts, Tx } from '../../kernel/tx.ts'
import { type Shortage, takeForTreatment, type Use } from '../inventory/treatment-stock.ts'
import { followTreatment } from './quotation.ts'
import { type StepRow, type TreatmentRow, type TreatmentWithSteps, treatmentFacts, withSteps } from './treatment.ts'
import { canMove, completedPercent, isOpen, treatmentStatus } from './treatment-status.ts'

/** A treatment after a move, and what was not in stock of what it took. */
export interface Moved extends TreatmentWithSteps {
  shortages: readonly Shortage[]
}

export interface TreatmentMove {
  id: string
  to: TreatmentStatus
  /** Why it is rejected, which is kept beside the change. */
  reason?: string | undefined
  /** Completes what is open of its steps as well. */
  completeSteps?: boolean | undefined
  /** What was used, where that is not what its procedure says. */
  consumption?: readonly Use[] | undefined
}

const moveOpenSteps = sql(`
  update treatment_step set status = $4, updated_at = $3,
    starts_at = case $4 when 'COMPLETED' then coalesce(starts_at, $3) else starts_at end,
    ends_at = case $4 when 'COMPLETED' then $3 else ends_at end
  where company_id = $1 and treatment_id = $2 and status in ('PLANNED', 'IN_PROGRESS')`)

/**
 * Moves a treatment to another status and fires treatment.status_changed (contract section 10). It is completed only when
 * none of its steps is open, or they are to be completed with it; rejecting it rejects what is open of them.
 */
export async function moveTreatment(tx: Tx, { id, to, reason, completeSteps, consumption }: TreatmentMove) {
  const before = await tx.lock('treatment', id)
  const { steps } = await withSteps(tx, before)
  const from = treatmentStatus(before)
  const open = steps.filter(step => isOpen(treatmentStatus(step)))
  const takesSteps = open.length > 0 && (to === 'REJECTED' || (to === 'COMPLETED' && completeSteps))
  if (!canMove(from, to) || (to === 'COMPLETED' && open.length > 0 && !takesSteps))
    refuse('invalid_state_transition', { from, to })
  const is = takesSteps ? steps.map(step => (open.includes(step) ? { ...step, status: to } : step)) : steps
  if (takesSteps) await tx.sql(moveOpenSteps([tx.clinic.id, id, tx.now, to]))
  if (takesSteps && to === 'COMPLETED') tellCompleted(tx, before, open)
  const parts = { ...(takesSteps && changeOfSteps(steps, is)), ...whyOf(reason) }
  const entry = { to, steps: is.map(treatmentStatus), parts, consumption }
  const { treatment, shortages } = await enterStatus(tx, before, entry)
  return { ...(await withSteps(tx, treatment)), shortages } satisfies Moved
}

/** Why something was done, as it is kept beside the change. */
export const whyOf = (reason: string | undefined): Parts =>
  reason === undefined ? {} : { reason: [null, reason] as const }

const told = ({ name, status }: StepRow) => ({ name, status })

/** What changed of the steps, as it is kept beside the change of their treatment. */
export const changeOfSteps = (was: readonly StepRow[], is: readonly StepRow[]): Parts => ({
  steps: [was.map(told), is.map(told)],
})

/** Fires treatmentstep.completed for each; what was only planned was begun with it. */
export function tellCompleted(tx: Tx, treatment: TreatmentRow, steps: readonly StepRow[]): void {
  for (const { id } of steps)
    tx.emit(
      treatmentStepCompleted,
      { ...treatmentFacts(treatment), id, status: 'COMPLETED' },
      { status: 'IN_PROGRESS' },
    )
}

interface Entry extends Pick<TreatmentMove, 'to' | 'consumption'> {
  /** Where the steps are then. */
  steps: readonly TreatmentStatus[]
  /** What changed of the steps, and why. */
  parts?: Parts
  voidedAt?: string
}

/**
 * Writes the new status with what follows from it: the quotation, and what a completed treatment took from the stock. What
 * is billed is not rejected. The caller has locked the treatment and checked the move.
 */
export async function enterStatus(
  tx: Tx,
  before: TreatmentRow,
  { to, steps, parts = {}, consumption, voidedAt }: Entry,
): Promise<{ treatment: TreatmentRow; shortages: readonly Shortage[] }> {
  if (to === 'REJECTED' && before.invoice_id !== null)
    refuseSettled('BILLED', 'What is billed is taken off its invoice first.')
  const changes = {
    status: to,
    completed_percent: completedPercent(to, steps),
    ...(to === 'IN_PROGRESS' && before.starts_at === null && { starts_at: tx.now }),
    ...(to === 'COMPLETED' && { ends_at: tx.now }),
    ...(voidedAt !== undefined && { voided_at: voidedAt }),
  }
  const treatment = await changeRecord(tx, 'treatment', before, changes, parts)
  tx.emit(treatmentStatusChanged, treatmentFacts(treatment), { status: before.status })
  await followTreatment(tx, treatment)
  return { treatment, shortages: to === 'COMPLETED' ? await takeForTreatment(tx, treatment, consumption) : [] }
}
