import * as declared from '@clinic/contract/staff/lab-orders.ts'
import { changeLabOrder } from '../domain/labs/change-lab-order.ts'
import {
  clinicLabOrders,
  type ListedLabOrder,
  labOrdersAsked,
  listedLabOrder,
  orderableLabs,
} from '../domain/labs/clinic-lab-orders.ts'
import type { LabOrderRow } from '../domain/labs/lab-order.ts'
import { orderForTreatment } from '../domain/labs/order-for-treatment.ts'
import { implement } from '../kernel/implement.ts'
import { pageTogether } from '../kernel/page.ts'
import type { Tx } from '../kernel/tx.ts'
import { presentLabOrderEntry, presentOrderableLab } from '../present/labs.ts'

type Deed = (typeof declared.LAB_ORDER_DEEDS)[number]

/** An order with whether it is late, and what the member who asks may do with it. */
function shown(tx: Tx, row: ListedLabOrder) {
  const { due_at: due, received_at: received, delivered_at: delivered } = row
  const isAwaited = received === null && delivered === null
  const deeds: readonly (readonly [deed: Deed, can: boolean])[] = [
    ['EDIT', true],
    ['RECEIVE', isAwaited],
    ['DELIVER', delivered === null],
  ]
  const allowed = tx.caller.holds('may:labs:order') ? deeds.flatMap(([deed, can]) => (can ? deed : [])) : []
  return presentLabOrderEntry({ ...row, late: isAwaited && due !== null && due < tx.now, allowed }, tx.clinic)
}

const shownOne = async (tx: Tx, row: LabOrderRow) => ({ data: shown(tx, await listedLabOrder(tx, row)) })

/** Work that is ordered from labs, as the staff does. */
export const labOrdersApi = [
  implement(declared.listOrderableLabs, async tx => ({
    data: (await orderableLabs(tx)).map(lab => presentOrderableLab(lab, tx.clinic)),
  })),
  implement(declared.listClinicLabOrders, (tx, query) =>
    pageTogether(tx, clinicLabOrders, labOrdersAsked(tx, query), async rows => rows.map(row => shown(tx, row))),
  ),
  implement(declared.orderLabWork, async (tx, input) => shownOne(tx, await orderForTreatment(tx, input))),
  implement(declared.updateLabWork, async (tx, input) => shownOne(tx, await changeLabOrder(tx, input))),
]
