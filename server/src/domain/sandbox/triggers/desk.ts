import type { Tx } from '../../../kernel/tx.ts'
import { submitFeedback } from '../../feedback/feedback.ts'
import { adjustStock } from '../../inventory/adjust-stock.ts'
import { addInventoryItem } from '../../inventory/inventory-item.ts'
import { orderSupplies } from '../../inventory/order-supplies.ts'
import { receiveOrder } from '../../inventory/receive-order.ts'
import { recordPoints } from '../../loyalty/record-points.ts'
import { changeTask } from '../../tasks/change-task.ts'
import { openTask } from '../../tasks/open-task.ts'
import { fitting, newest } from '../fitting.ts'
import { aPatient, aWorkplace } from '../people.ts'
import { triggers } from '../trigger.ts'

const POINTS = 100

interface Points {
  patientId?: string
  points?: number
  reason?: string
}

const award = async (tx: Tx, { patientId, points = POINTS, reason }: Points) =>
  recordPoints(tx, { patientId: await aPatient(tx, patientId), type: 'EARN', points, reason })

const openTasks = newest('task', "t.status in ('OPEN', 'IN_PROGRESS')")
const wellStocked = newest(
  'inventory_item',
  't.disabled = false and t.reorder_level is not null and t.reorder_level >= 0 and not t.low_stock',
)
const inUse = newest('inventory_item', 't.disabled = false')
const pendingOrder = newest('inventory_order', "t.status in ('PENDING', 'PARTIALLY_RECEIVED')")

async function stock(tx: Tx) {
  const { branchId } = await aWorkplace(tx)
  return addInventoryItem(tx, { branchId, name: 'Gloves (invented)', unit: 'box', quantity: 20, reorderLevel: 5 })
}

async function order(tx: Tx, { inventoryItemId, quantity = 10 }: { inventoryItemId?: string; quantity?: number } = {}) {
  const item = await tx.get('inventory_item', await fitting(tx, inventoryItemId, inUse, () => stock(tx)))
  return orderSupplies(tx, { branchId: item.branch_id, items: [{ inventoryItemId: item.id, quantity }] })
}

export const deskTriggers = triggers({
  'points.earned': award,
  'points.redeemed': async (tx, { points = POINTS, ...set }) => {
    const patientId = await aPatient(tx, set.patientId)
    await award(tx, { patientId, points })
    return recordPoints(tx, { ...set, patientId, type: 'REDEEM', points })
  },
  'feedback.submitted': async (tx, { rating = 5, ...set }) => {
    const { branchId } = await aWorkplace(tx)
    return submitFeedback(tx, {
      ...set,
      branchId,
      rating,
      channel: 'link',
      patientId: await aPatient(tx, set.patientId),
    })
  },
  'task.created': async (tx, set) => openTask(tx, { title: 'Call back (invented)', ...set }),
  'task.completed': async (tx, { id }) => {
    const task = await fitting(tx, id, openTasks, () => openTask(tx, { title: 'Call back (invented)' }))
    return changeTask(tx, { id: task, status: 'COMPLETED' })
  },
  'inventory.low_stock': async (tx, { id }) => {
    const item = await tx.get('inventory_item', await fitting(tx, id, wellStocked, () => stock(tx)))
    const above = item.quantity - (item.reorder_level ?? 0)
    // Stock is counted in thousandths.
    const quantityDelta = -Math.round(above * 1000) / 1000
    return adjustStock(tx, { id: item.id, quantityDelta, reason: 'USAGE' })
  },
  'inventoryorder.created': order,
  'inventoryorder.received': async (tx, { id }) =>
    receiveOrder(tx, { id: await fitting(tx, id, pendingOrder, async () => (await order(tx)).order) }),
})
