import type { Tx } from '../../kernel/tx.ts'
import { moveTreatment } from '../clinical/move-treatment.ts'
import { treatmentStatus } from '../clinical/treatment-status.ts'
import type { AppointmentRow } from '../scheduling/appointment.ts'
import { performMove } from '../scheduling/perform-move.ts'
import { appointmentStatus } from '../scheduling/status.ts'
import type { TreatmentRow } from './treatments.ts'

/** Says of a treatment that is held that it was done; one that was begun nowhere is begun first. */
export async function completeTreatment(tx: Tx, treatment: TreatmentRow): Promise<void> {
  const status = treatmentStatus(treatment)
  if (status === 'COMPLETED') return
  if (status === 'PLANNED') await moveTreatment(tx, { id: treatment.id, to: 'IN_PROGRESS' })
  await moveTreatment(tx, { id: treatment.id, to: 'COMPLETED' })
}

/** Ends a visit that is locked; one that was late is expected again first. */
export async function completeVisit(tx: Tx, visit: AppointmentRow): Promise<AppointmentRow> {
  const status = appointmentStatus(visit)
  if (status === 'COMPLETED') return visit
  const there = status === 'DELAYED' ? await performMove(tx, visit, { to: 'CONFIRMED' }) : visit
  return performMove(tx, there, { to: 'COMPLETED' })
}
