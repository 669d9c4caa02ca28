import type { Static } from '@clinic/contract/kernel.ts'
import type { LabOrder } from '@clinic/contract/labs.ts'
import { type LabOrderRow, labOrderStatus } from '../domain/labs/lab-order.ts'

export const presentLabOrder = (row: LabOrderRow): Static<typeof LabOrder> => ({
  object: 'lab_order',
  id: row.id,
  name: row.name,
  status: labOrderStatus(row),
  received: row.received_at !== null,
  delivered: row.delivered_at !== null,
  receivedAt: row.received_at,
  due: row.due_at,
  details: row.details,
  tooth: row.tooth,
  shade: row.shade,
  child: row.child,
  items: row.items,
  labId: row.lab_id,
  labItemId: row.lab_item_id,
  branchId: row.branch_id,
  patientId: row.patient_id,
  doctorId: row.doctor_id,
  appointmentId: row.appointment_id,
  operationId: row.treatment_id,
  operationStepId: row.treatment_step_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
