import { Lab, LabItem, LabOrder } from '@clinic/contract/labs.ts'
import type { TableRow } from '../db/tables.ts'
import { amounts, presenter } from '../kernel/presenter.ts'

export const presentLab = presenter<TableRow<'lab'>, typeof Lab>(Lab)

export const presentLabItem = presenter<TableRow<'lab_item'>, typeof LabItem>(LabItem, amounts('price'))

export const presentLabOrder = presenter<TableRow<'lab_order'>, typeof LabOrder>(LabOrder, {
  received: row => row.received_at !== null,
  delivered: row => row.delivered_at !== null,
  due: 'due_at',
  operationId: 'treatment_id',
  operationStepId: 'treatment_step_id',
})
