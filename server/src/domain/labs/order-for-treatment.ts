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
    refuse('not_found', { resource: treatmentId === undefined ? 'treatment_step' : 'treatment' })
  if (treatment.status === 'REJECTED')
    refuseInput({ path: '/treatmentId', code: 'inactive', message: 'must be a treatment that was not taken back' })
  return orderFromLab(tx, {
    ...work,
    ...{ treatmentId: id, treatmentStepId, tooth: tooth ?? treatment.tooth },
    ...{ patientId: treatment.patient_id, branchId: treatment.branch_id },
    ...{ doctorId: treatment.doctor_id, appointmentId: treatment.appointment_id },
  })
}

async function treatmentOf(tx: Tx, id: string | undefined, stepId: string | undefined): Promise<string> {
  if (id !== undefined && stepId !== undefined)
    refuseInput({ path: '/treatmentStepId', code: 'exclusive', message: 'must not be given with treatmentId' })
  if (stepId !== undefined) return (await tx.get('treatment_step', stepId)).treatment_id
  return id ?? refuseInput({ path: '/treatmentId', code: 'required', message: 'is required' })
}
