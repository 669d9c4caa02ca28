import type { Tx } from '../../../kernel/tx.ts'
import { makeQuotation } from '../../clinical/make-quotation.ts'
import { moveTreatment } from '../../clinical/move-treatment.ts'
import { moveTreatmentStep } from '../../clinical/move-treatment-step.ts'
import { signQuotation } from '../../clinical/sign-quotation.ts'
import { stepsOf } from '../../clinical/treatment.ts'
import { approveTreatment, requestApproval } from '../../clinical/treatment-approval.ts'
import { writePrescription } from '../../clinical/write-prescription.ts'
import { openEncounter } from '../../encounters/open-encounter.ts'
import { recordMeasurement } from '../../encounters/take-measurement.ts'
import { fitting, newest } from '../fitting.ts'
import { aPatient, aWorkplace } from '../people.ts'
import { triggers } from '../trigger.ts'
import { plannedTreatment } from './billed.ts'

const planned = newest('treatment', "t.status = 'PLANNED' and not t.has_steps")
const unasked = newest(
  'treatment',
  "t.status in ('PLANNED', 'IN_PROGRESS') and not t.approved and t.approval_requested_at is null",
)
const asked = newest('treatment', 't.approval_requested_at is not null and not t.approved')
const stepUnderWay = newest('treatment_step', "t.status = 'IN_PROGRESS'")
const unsigned = newest(
  'quotation',
  `num_nonnulls(t.signed_at, t.withdrawn_at, t.declined_at) = 0 and t.group_id is null
    and coalesce(t.valid_until >= current_date, true)`,
)
const anyEncounter = newest('encounter', 'true')

async function quote(tx: Tx, patientId?: string) {
  const { id, patient_id, branch_id, doctor_id } = await plannedTreatment(tx, patientId)
  const whose = { patientId: patient_id, branchId: branch_id, doctorId: doctor_id }
  return makeQuotation(tx, { ...whose, name: 'Offer', treatmentIds: [id] })
}

async function startStep(tx: Tx): Promise<{ id: string }> {
  const treatment = await plannedTreatment(tx, undefined, [{ name: 'Preparation' }, { name: 'Filling' }])
  const [step] = (await stepsOf(tx, [treatment]))(treatment)
  if (!step) throw new Error('A treatment that was planned in steps has none.')
  await moveTreatmentStep(tx, { id: step.id, to: 'IN_PROGRESS' })
  return step
}

const askInsurer = (tx: Tx, id: string) => requestApproval(tx, { id })

const visit = async (tx: Tx, patientId?: string) =>
  openEncounter(tx, {
    ...{ patientId: await aPatient(tx, patientId), ...(await aWorkplace(tx)) },
    chiefComplaint: 'Check-up (invented)',
    signedAt: tx.now,
  })

export const clinicalTriggers = triggers({
  'treatment.status_changed': async (tx, { id }) =>
    moveTreatment(tx, { id: await fitting(tx, id, planned, () => plannedTreatment(tx)), to: 'IN_PROGRESS' }),
  'treatment.approval_requested': async (tx, { id, insuranceCompanyId }) =>
    requestApproval(tx, { id: await fitting(tx, id, unasked, () => plannedTreatment(tx)), insuranceCompanyId }),
  'treatment.approved': async (tx, { id, preAuth }) => {
    const treatment = await fitting(tx, id, asked, async () => askInsurer(tx, (await plannedTreatment(tx)).id))
    return approveTreatment(tx, { id: treatment, preAuth })
  },
  'treatmentstep.completed': async (tx, { id }) =>
    moveTreatmentStep(tx, { id: await fitting(tx, id, stepUnderWay, () => startStep(tx)), to: 'COMPLETED' }),
  'quotation.created': async (tx, { patientId }) => quote(tx, patientId),
  'quotation.signed': async (tx, { id }) => signQuotation(tx, { id: await fitting(tx, id, unsigned, () => quote(tx)) }),
  'prescription.created': async (tx, { patientId }) =>
    writePrescription(tx, {
      ...{ patientId: await aPatient(tx, patientId), ...(await aWorkplace(tx)) },
      medications: [{ name: 'Paracetamol', strength: '500 mg', sig: 'One when needed', duration: 3 }],
    }),
  'encounter.created': async (tx, { patientId }) => visit(tx, patientId),
  'measurement.recorded': async (tx, { id, name = 'HEART_RATE', value = 72 }) =>
    recordMeasurement(tx, { encounterId: await fitting(tx, id, anyEncounter, () => visit(tx)), name, value }),
})
