import type { Input } from '@clinic/contract/kernel.ts'
import type { orderLabWork as declared } from '@clinic/contract/staff/lab-orders.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { isPatientInSight } from '../patients/patient-sight.ts'
import type { LabOrderRow } from './lab-order.ts'
import { orderFromLab } from './order-from-lab.ts'

/** Orders work for a treatment of a patient in sight, or for one of its steps, and fires laborder.created. */
export async function orderForTreatment(
  tx: Tx,
  { treatmentId, treatmentStepId, tooth, ...work }: Input<typeof declared>,
): Promise<LabOrderRow> {
  const id = await treatmentOf(tx, treatmentId, treatmentStepId)
  const treatment = await tx.get('treatment', id)
  const { sight } = tx.caller.person ?? refuse('not_permitted')
  if (!(await isPatientInSight(tx, sight, treatment.patient_id)))
    refuse('not_found', { resource: treatmentStepId === undefined ? 'treatment' : 'treatment_step' })
  if (treatment.status === 'REJECTED')
    refuseInput({ path: '/treatmentId', code: 'inactive', message: 'must be a treatment that was not taken back' })
  return orderFromLab(tx, {
    ...work,
    ...{ treatmentId: id, treatmentStepId, tooth: tooth ?? treatment.tooth },
    ...{ patientId: treatment.patient_id, branchId: treatment.branch_id },
    ...{ doctorId: treatment.doctor_id, appointmentId: treatment.appointment_id },
  })
}

/** The step alone says which treatment; where both are named, it is one of its steps. */
async function treatmentOf(tx: Tx, id: string | undefined, stepId: string | undefined): Promise<string> {
  if (stepId === undefined) return id ?? refuseInput({ path: '/treatmentId', code: 'required', message: 'is required' })
  const { treatment_id } = await tx.get('treatment_step', stepId)
  if (id !== undefined) await tx.get('treatment', id)
  return id === undefined || id === treatment_id ? treatment_id : refuse('not_found', { resource: 'treatment_step' })
}
