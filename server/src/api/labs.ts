import { getLabOrder, listLabItems, listLabOrders, listLabs, updateLabOrder } from '@clinic/contract/labs.ts'
import { changeLabOrder } from '../domain/labs/change-lab-order.ts'
import type { LabItemRow, LabRow } from '../domain/labs/lab.ts'
import type { LabOrderRow } from '../domain/labs/lab-order.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import { presentLab } from '../present/lab.ts'
import { presentLabItem } from '../present/lab-item.ts'
import { presentLabOrder } from '../present/lab-order.ts'

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
  implement(listLabItems, (tx, query) => page(tx, itemSource, query, presentLabItem(tx.clinic))),
  implement(listLabOrders, (tx, query) => page(tx, orderSource, query, presentLabOrder)),
  implement(getLabOrder, async (tx, { id }) => ({ data: presentLabOrder(await tx.get('lab_order', id)) })),
  implement(updateLabOrder, async (tx, input) => ({ data: presentLabOrder(await changeLabOrder(tx, input)) })),
]
