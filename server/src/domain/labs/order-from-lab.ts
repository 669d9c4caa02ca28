import { labOrderCreated } from '@clinic/contract/labs.ts'
import { isMilkTooth, toothIssues } from '@clinic/contract/teeth.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { patientFile } from '../patients/patient-file.ts'
import type { LabItemRow } from './lab.ts'
import { type LabOrderRow, labOrderFacts } from './lab-order.ts'

export interface NewLabOrder {
  patientId: string
  branchId: string
  labId: string
  /** One of the lab's. */
  labItemId?: string | null
  /** That of the item unless given. */
  name?: string | null
  details?: string | null
  tooth?: readonly number[]
  shade?: string | null
  /** How many pieces: one for each tooth unless told. */
  items?: number
  due?: string | null
  doctorId?: string | null
  appointmentId?: string | null
  /** The treatment that the work is for, and its step; the step alone says which treatment. */
  treatmentId?: string | null
  treatmentStepId?: string | null
}

/** Orders work from a lab for a patient, and fires laborder.created. */
export async function orderFromLab(tx: Tx, input: NewLabOrder): Promise<LabOrderRow> {
  const { tooth = [], treatmentStepId = null } = input
  requireTeeth(tooth)
  await patientFile(tx, input.patientId)
  await requireUsedLab(tx, input.labId)
  const item = input.labItemId ? await itemOf(tx, input.labId, input.labItemId) : undefined
  const order = await tx.insert('lab_order', {
    id: newId('lbo', Date.parse(tx.now)),
    lab_id: input.labId,
    lab_item_id: item?.id ?? null,
    branch_id: input.branchId,
    patient_id: input.patientId,
    doctor_id: input.doctorId ?? null,
    appointment_id: input.appointmentId ?? null,
    treatment_id: await treatmentFor(tx, input),
    treatment_step_id: treatmentStepId,
    name: input.name ?? item?.name ?? null,
    details: input.details ?? null,
    tooth: [...tooth],
    shade: input.shade ?? null,
    child: tooth.some(isMilkTooth),
    items: input.items ?? Math.max(1, tooth.length),
    due_at: input.due ? new Date(input.due).toISOString() : null,
  })
  tx.emit(labOrderCreated, labOrderFacts(order))
  return order
}

export function requireTeeth(tooth: readonly number[]): void {
  const issues = toothIssues(tooth)
  if (issues.length > 0) refuseInput(...issues)
}

/** Nothing new is ordered from a lab that was disabled. */
export async function requireUsedLab(tx: Tx, labId: string): Promise<void> {
  const { disabled } = await tx.get('lab', labId)
  if (disabled) refuseInput({ path: '/labId', code: 'inactive', message: 'must be a lab that is in use' })
}

/** What the lab makes; an item of another lab is not found. */
export async function itemOf(tx: Tx, labId: string, id: string): Promise<LabItemRow> {
  const item = await tx.get('lab_item', id)
  return item.lab_id === labId ? item : refuse('not_found', { resource: 'lab_item' })
}

async function treatmentFor(tx: Tx, { patientId, treatmentId, treatmentStepId }: NewLabOrder): Promise<string | null> {
  const step = treatmentStepId ? await tx.get('treatment_step', treatmentStepId) : undefined
  if (step && treatmentId && step.treatment_id !== treatmentId) refuse('not_found', { resource: 'treatment_step' })
  const id = step?.treatment_id ?? treatmentId ?? null
  if (id === null) return null
  const treatment = await tx.get('treatment', id)
  return treatment.patient_id === patientId ? id : refuse('not_found', { resource: 'treatment' })
}
