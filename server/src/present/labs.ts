import { Lab, LabItem, LabOrder } from '@clinic/contract/labs.ts'
import { type LAB_ORDER_DEEDS, LabOrderEntry, listOrderableLabs } from '@clinic/contract/staff/lab-orders.ts'
import type { TableRow } from '../db/tables.ts'
import type { ListedLabOrder } from '../domain/labs/clinic-lab-orders.ts'
import { amounts, presenter } from '../kernel/presenter.ts'
import { patientName } from './patient-name.ts'

export const presentLab = presenter<TableRow<'lab'>, typeof Lab>(Lab)

export const presentLabItem = presenter<TableRow<'lab_item'>, typeof LabItem>(LabItem, amounts('price'))

const AS_ORDER = {
  received: (row: TableRow<'lab_order'>) => row.received_at !== null,
  delivered: (row: TableRow<'lab_order'>) => row.delivered_at !== null,
  due: 'due_at',
  operationId: 'treatment_id',
  operationStepId: 'treatment_step_id',
} as const

export const presentLabOrder = presenter<TableRow<'lab_order'>, typeof LabOrder>(LabOrder, AS_ORDER)

interface ShownLabOrder extends ListedLabOrder {
  late: boolean
  allowed: (typeof LAB_ORDER_DEEDS)[number][]
}

/** As the staff sees it: with whose it is, who makes it, and what may be done with it. */
export const presentLabOrderEntry = presenter<ShownLabOrder, typeof LabOrderEntry>(LabOrderEntry, {
  ...AS_ORDER,
  patientName,
})

type OrderableLab = TableRow<'lab'> & { items: readonly TableRow<'lab_item'>[] }

export const presentOrderableLab = presenter<OrderableLab, (typeof listOrderableLabs)['returns']>(
  listOrderableLabs.returns,
  {
    items: ({ items }, clinic) =>
      items.map(row => {
        const { id, name, price } = presentLabItem(row, clinic)
        return { id, name, price }
      }),
  },
)
