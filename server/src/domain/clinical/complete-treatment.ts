import type { Tx } from '../../kernel/tx.ts'
import { type Moved, moveTreatment, type TreatmentMove } from './move-treatment.ts'
import { moveTreatmentStep } from './move-treatment-step.ts'
import { treatmentStatus } from './treatment-status.ts'

/** Completes a treatment. What was only planned begins with it: both moves are made, each with its event. */
export async function completeTreatment(tx: Tx, completion: Omit<TreatmentMove, 'to' | 'reason'>): Promise<Moved> {
  const { id } = completion
  if (treatmentStatus(await tx.lock('treatment', id)) === 'PLANNED') await moveTreatment(tx, { id, to: 'IN_PROGRESS' })
  return moveTreatment(tx, { ...completion, to: 'COMPLETED' })
}

/** The same of one step. */
export async function completeTreatmentStep(tx: Tx, { id }: { id: string }): Promise<Moved> {
  const { treatment_id } = await tx.get('treatment_step', id)
  await tx.lock('treatment', treatment_id)
  if (treatmentStatus(await tx.lock('treatment_step', id)) === 'PLANNED')
    await moveTreatmentStep(tx, { id, to: 'IN_PROGRESS' })
  return moveTreatmentStep(tx, { id, to: 'COMPLETED' })
}
