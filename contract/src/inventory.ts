import { scope } from './access.ts'
import type { Issue } from './errors.ts'
import { event, eventsAbout } from './event.ts'
import {
  Id,
  MaybeId,
  MaybeNumber,
  MaybeTimestamp,
  Money,
  Nested,
  OneOf,
  OnlyTrue,
  Optional,
  record,
  UpTo,
} from './fields.ts'
import { family, Type } from './kernel.ts'
import { ClinicText, MaybeClinicText, MaybeNote, searching } from './tiers.ts'

/** CANCELED is possible before the first receipt only. */
export const INVENTORY_ORDER_STATUSES = ['PENDING', 'PARTIALLY_RECEIVED', 'RECEIVED', 'CANCELED'] as const
export const InventoryOrderStatus = OneOf(INVENTORY_ORDER_STATUSES)
export const ADJUSTMENT_REASONS = ['USAGE', 'COUNT', 'WASTE', 'RETURN', 'TRANSFER'] as const
export const AdjustmentReason = OneOf(ADJUSTMENT_REASONS)
/** Stock counts thousandths of the item's unit. */
export const QUANTITY_DECIMALS = 3
const MOST_AT_ONCE = 1_000_000

export const InventoryItem = record('inventory_item', {
  name: ClinicText,
  sku: MaybeClinicText,
  barcode: MaybeClinicText,
  unit: MaybeClinicText,
  quantity: Type.Number(),
  reorderLevel: MaybeNumber,
  lowStock: Type.Boolean(),
  unitCost: MaybeNumber,
  supplier: MaybeClinicText,
  branchId: Id,
  expiresAt: MaybeTimestamp,
  disabled: Type.Boolean(),
})

export const InventoryAdjustment = record('inventory_adjustment', {
  inventoryItemId: Id,
  quantityDelta: Type.Number(),
  quantityAfter: Type.Number(),
  reason: AdjustmentReason,
  note: MaybeNote,
  treatmentId: MaybeId,
})

const InventoryOrderItem = Nested({
  inventoryItemId: Id,
  name: ClinicText,
  quantity: Type.Number(),
  receivedQuantity: Type.Number(),
  unitCost: Money,
})

export const InventoryOrder = record('inventory_order', {
  referenceId: Type.Integer(),
  status: InventoryOrderStatus,
  supplier: MaybeClinicText,
  branchId: Id,
  total: Money,
  tax: Money,
  items: Type.Array(InventoryOrderItem),
  orderedAt: MaybeTimestamp,
  expectedAt: MaybeTimestamp,
  receivedAt: MaybeTimestamp,
})

const { listing, operation } = family('Inventory', { read: scope('inventory:read'), write: scope('inventory:write') })

export const listInventoryItems = listing({
  id: 'listInventoryItems',
  route: 'GET /inventory-items',
  summary: 'List inventory items',
  description: 'searchTerm matches name, sku or barcode.',
  paging: 'Plain',
  filters: { branchId: Id, lowStock: Type.Boolean(), searchTerm: searching('clinic') },
  returns: InventoryItem,
})

export const getInventoryItem = operation({
  id: 'getInventoryItem',
  route: 'GET /inventory-items/:id',
  summary: 'Get an inventory item',
  description: 'One item of the stock as it is now. Read it after an inventory event.',
  input: { id: Id },
  returns: InventoryItem,
})

function isChange({ quantityDelta }: Record<string, unknown>): Issue[] {
  const path = '/quantityDelta'
  if (typeof quantityDelta !== 'number') return []
  if (quantityDelta === 0) return [{ path, code: 'zero', message: 'must not be 0' }]
  if (Math.abs(quantityDelta) > MOST_AT_ONCE)
    return [{ path, code: 'range', message: `must be from -${MOST_AT_ONCE} to ${MOST_AT_ONCE}` }]
  if (Number(quantityDelta.toFixed(QUANTITY_DECIMALS)) === quantityDelta) return []
  return [{ path, code: 'decimals', message: `must have at most ${QUANTITY_DECIMALS} decimals` }]
}

export const adjustInventoryItem = operation({
  id: 'adjustInventoryItem',
  route: 'POST /inventory-items/:id/adjustments',
  summary: 'Adjust the stock of an item',
  description: 'Stock never goes below zero.',
  input: {
    id: Id,
    quantityDelta: Type.Number({
      description: 'What comes in, or goes out when negative; not 0, at most a million, with at most 3 decimals.',
    }),
    reason: AdjustmentReason,
    note: Optional(UpTo(500)),
    treatmentId: Optional(Id),
  },
  returns: InventoryAdjustment,
  status: 201,
  check: isChange,
  emits: ['inventory.low_stock'],
  refuses: ['insufficient_stock'],
})

export const listInventoryOrders = listing({
  id: 'listInventoryOrders',
  route: 'GET /inventory-orders',
  summary: 'List inventory orders',
  description: 'Orders from suppliers. Filter by status for those still awaited.',
  paging: 'Std',
  filters: { status: InventoryOrderStatus, branchId: Id },
  returns: InventoryOrder,
})

export const getInventoryOrder = operation({
  id: 'getInventoryOrder',
  route: 'GET /inventory-orders/:id',
  summary: 'Get an inventory order',
  description: 'One order from a supplier with its items and how much of each arrived.',
  input: { id: Id },
  returns: InventoryOrder,
})

export const updateInventoryOrder = operation({
  id: 'updateInventoryOrder',
  route: 'PATCH /inventory-orders/:id',
  summary: 'Mark an inventory order as received',
  description: 'Everything still missing enters the stock. Marking a received order again changes nothing.',
  input: { id: Id, received: Optional(OnlyTrue) },
  returns: InventoryOrder,
  emits: ['inventoryorder.received'],
  refuses: ['invalid_state_transition'],
})

export const inventoryLowStock = event({
  type: 'inventory.low_stock',
  summary: 'The stock of an item fell to its reorder level; sent once for each time that it falls.',
  object: 'inventory_item',
  data: { branchId: Id, quantity: Type.Number(), reorderLevel: Type.Number() },
  example: { quantity: 9, reorderLevel: 10 },
})

const inventoryOrderEvent = eventsAbout('inventory_order', { branchId: Id, status: InventoryOrderStatus, total: Money })

export const inventoryOrderCreated = inventoryOrderEvent('inventoryorder.created', 'Supplies were ordered.', {
  example: { status: 'PENDING', total: 1725 },
})
export const inventoryOrderReceived = inventoryOrderEvent(
  'inventoryorder.received',
  'An order of supplies was received in full.',
  { example: { total: 1725 }, previousAttributes: { status: 'PENDING' } },
)
