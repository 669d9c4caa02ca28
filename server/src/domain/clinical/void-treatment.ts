import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { returnFromTreatment } from '../inventory/treatment-stock.ts'
import { changeOfSteps, enterStatus, whyOf } from './move-treatment.ts'
import { type TreatmentWithSteps, withSteps } from './treatment.ts'
import { treatmentStatus } from './treatment-status.ts'

const rejectSteps = sql(`
  update treatment_step set status = 'REJECTED', updated_at = $3
  where company_id = $1 and treatment_id = $2 and status <> 'REJECTED'`)

/**
 * Takes back what was entered in error: from any status it becomes REJECTED with all of its steps, what it took goes back
 * into the stock, and why is kept beside it. It fires treatment.status_changed. What is billed is taken off its invoice first.
 */
export async function voidTreatment(
  tx: Tx,
  { id, reason }: { id: string; reason: string },
): Promise<TreatmentWithSteps> {
  const before = await tx.lock('treatment', id)
  const from = treatmentStatus(before)
  if (from === 'REJECTED') refuse('invalid_state_transition', { from, to: 'REJECTED' })
  const { steps } = await withSteps(tx, before)
  const is = steps.map(step => ({ ...step, status: 'REJECTED' }))
  if (steps.length > 0) await tx.sql(rejectSteps([tx.clinic.id, id, tx.now]))
  const parts = { ...(steps.length > 0 && changeOfSteps(steps, is)), ...whyOf(reason) }
  const entry = { to: 'REJECTED', steps: is.map(treatmentStatus), parts, voidedAt: tx.now } as const
  const { treatment } = await enterStatus(tx, before, entry)
  await returnFromTreatment(tx, treatment)
  return withSteps(tx, treatment)
}
