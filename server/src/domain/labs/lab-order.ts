import type { Static } from '@clinic/contract/kernel.ts'
import type { LabOrderStatus } from '@clinic/contract/labs.ts'
import type { TableRow } from '../../db/tables.ts'

export type LabOrderRow = TableRow<'lab_order'>

/** Delivered over received over pending (contract section 10), as the column `status` has it. */
export function labOrderStatus({
  received_at,
  delivered_at,
}: Pick<LabOrderRow, 'received_at' | 'delivered_at'>): Static<typeof LabOrderStatus> {
  if (delivered_at !== null) return 'delivered'
  return received_at === null ? 'pending' : 'received'
}

/** What every event of a lab order tells (contract section 8). */
export const labOrderFacts = (row: LabOrderRow) => ({
  id: row.id,
  branchId: row.branch_id,
  status: labOrderStatus(row),
  labId: row.lab_id,
  patientId: row.patient_id,
})
