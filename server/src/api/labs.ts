import type { Static } from '@clinic/contract/kernel.ts'
import {
  getLabOrder,
  type Lab,
  type LabItem,
  type LabOrder,
  listLabItems,
  listLabOrders,
  listLabs,
  updateLabOrder,
} from '@clinic/contract/labs.ts'
import { changeLabOrder } from '../domain/labs/change-lab-order.ts'
import type { LabItemRow, LabRow } from '../domain/labs/lab.ts'
import { type LabOrderRow, labOrderStatus } from '../domain/labs/lab-order.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import type { Tx } from '../kernel/tx.ts'
import { toMajor } from '../kernel/values/money.ts'

const presentLab = (row: LabRow): Static<typeof Lab> => ({
  object: 'lab',
  id: row.id,
  name: row.name,
  number: row.number,
  email: row.email,
  details: row.details,
  disabled: row.disabled,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const presentItem =
  ({ clinic }: Tx) =>
  (row: LabItemRow): Static<typeof LabItem> => ({
    object: 'lab_item',
    id: row.id,
    labId: row.lab_id,
    name: row.name,
    price: toMajor(row.price_minor, clinic.currency),
    details: row.details,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  })

const present = (row: LabOrderRow): Static<typeof LabOrder> => ({
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

const labSource = listSource<LabRow>({ name: 'listLabs', from: 'lab t', columns: 't.*' })

const itemSource = listSource<LabItemRow>({
  name: 'listLabItems',
  from: 'lab_item t',
  columns: 't.*',
  filters: { labId: value => `t.lab_id = ${value}` },
})

const orderSource = listSource<LabOrderRow>({
  name: 'listLabOrders',
  from: 'lab_order t',
  columns: 't.*',
  filters: {
    branchId: value => `t.branch_id = ${value}`,
    patientId: value => `t.patient_id = ${value}`,
    labId: value => `t.lab_id = ${value}`,
    status: value => `t.status = ${value}`,
  },
  selectiveFilters: ['patientId'],
})

export const labs = [
  implement(listLabs, (tx, query) => page(tx, labSource, query, presentLab)),
  implement(listLabItems, (tx, query) => page(tx, itemSource, query, presentItem(tx))),
  implement(listLabOrders, (tx, query) => page(tx, orderSource, query, present)),
  implement(getLabOrder, async (tx, { id }) => ({ data: present(await tx.get('lab_order', id)) })),
  implement(updateLabOrder, async (tx, input) => ({ data: present(await changeLabOrder(tx, input)) })),
]
