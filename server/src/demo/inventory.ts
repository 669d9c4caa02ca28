import { itemSearchText } from '../domain/inventory/inventory-item.ts'
import { orderTotal } from '../domain/inventory/order-total.ts'
import { plus } from '../domain/inventory/quantity.ts'
import type { RowsByTable } from '../kernel/insert-many.ts'
import { DAY_MS, iso, openedAt } from './clock.ts'
import type { DemoContext, DemoStep } from './context.ts'
import { localPrice } from './local-price.ts'

/** Name, unit, cost in riyals, and how many are usual in a branch. */
const STOCK = [
  ['Nitrile gloves, size M', 'box', 28, 60],
  ['Nitrile gloves, size S', 'box', 28, 40],
  ['Surgical masks', 'box', 18, 50],
  ['Local anaesthetic cartridges', 'box', 145, 24],
  ['Dental needles, short', 'box', 35, 20],
  ['Composite A2', 'syringe', 95, 18],
  ['Composite A3', 'syringe', 95, 18],
  ['Bonding agent', 'bottle', 260, 8],
  ['Etching gel', 'syringe', 30, 16],
  ['Alginate', 'kg', 62, 12],
  ['Cotton rolls', 'pack', 15, 40],
  ['Sterilization pouches', 'box', 48, 30],
  ['Saliva ejectors', 'pack', 14, 45],
  ['Surface disinfectant', 'l', 38, 25],
  ['Fluoride varnish', 'piece', 9, 80],
] as const
const SUPPLIERS = ['Demo Dental Supplies', 'Demo Medical Trading']
/** So many branches hold the whole list at most; the contract's demo has sixty items. */
const MOST_BRANCHES = 4
const LOW_ITEMS = 4
const ORDERS = 14
const NOTES = ['Monthly count', 'Expired', 'Damaged in delivery']

interface Held {
  index: number
  branchId: string
  usual: number
}

const usage = [
  ['USAGE', 8],
  ['COUNT', 1],
  ['WASTE', 1],
] as const

const itemId = ({ id }: DemoContext, { branchId, index }: Held) => id('inventory_item', branchId, index)

function heldItems({ plan, id }: DemoContext): Held[] {
  return plan.branches
    .slice(0, MOST_BRANCHES)
    .flatMap(({ key }) => STOCK.map(([, , , usual], index) => ({ index, branchId: id('branch', key), usual })))
}

/** What was used lately, back in time from what is there now. */
function adjustmentsOf(context: DemoContext, held: Held, quantity: number) {
  const { random, id, now } = context
  let after = quantity
  return Array.from({ length: random.integer(1, 4) }, (_, index) => {
    const reason = random.weighted(usage)
    const delta = reason === 'COUNT' ? random.pick([-1, 1]) : -random.integer(1, 6)
    const row = {
      id: id('inventory_adjustment', held.branchId, held.index, index),
      inventory_item_id: itemId(context, held),
      quantity_delta: delta,
      quantity_after: after,
      reason,
      note: reason === 'USAGE' ? null : random.pick(NOTES),
      created_at: iso(now - (index + random.next()) * 6 * DAY_MS),
    }
    after = Math.max(0, plus(after, -delta))
    return { ...row, updated_at: row.created_at }
  })
}

function itemRow(context: DemoContext, held: Held, place: number, quantity: number, touched: string) {
  const { random, now } = context
  const [name = '', unit = '', riyals = 0, usual = 0] = STOCK[held.index] ?? []
  const codes = {
    sku: `DS-${String(held.index + 1).padStart(3, '0')}`,
    barcode: `628000000${String(held.index + 1).padStart(4, '0')}`,
  }
  return {
    id: itemId(context, held),
    branch_id: held.branchId,
    name,
    ...codes,
    unit,
    quantity,
    reorder_level: Math.round(usual / 4),
    unit_cost_minor: localPrice(context, riyals),
    supplier: SUPPLIERS[place % SUPPLIERS.length] ?? null,
    expires_at: random.chance(0.5) ? iso(now + random.integer(60, 700) * DAY_MS) : null,
    disabled: false,
    search_text: itemSearchText({ name, ...codes }),
    created_at: openedAt(context),
    updated_at: touched,
  }
}

/** Every so-many-th item is low. */
function stockRows(context: DemoContext, items: readonly Held[]) {
  const { random } = context
  const every = Math.ceil(items.length / LOW_ITEMS)
  return items.map((held, place) => {
    const isLow = place % every === every - 1
    const quantity = isLow
      ? random.integer(0, Math.floor(held.usual / 5))
      : random.integer(Math.ceil(held.usual / 2), held.usual)
    const adjustments = adjustmentsOf(context, held, quantity)
    const touched = adjustments[0]?.updated_at ?? openedAt(context)
    return { item: itemRow(context, held, place, quantity, touched), adjustments }
  })
}

const statusOf = ({ random }: DemoContext, age: number) => {
  if (age > 12) return random.chance(0.9) ? 'RECEIVED' : 'CANCELED'
  return age > 5 ? 'PARTIALLY_RECEIVED' : 'PENDING'
}

function orderRows(context: DemoContext, items: readonly Held[], index: number) {
  const { random, id, plan, now } = context
  const { branchId } = random.pick(items)
  const age = 2 + (ORDERS - index) * 4
  const status = statusOf(context, age)
  const [ordered, received] = [now - age * DAY_MS, now - (age - random.integer(4, 10)) * DAY_MS]
  const first = random.integer(0, STOCK.length - 4)
  const wanted = items.filter(held => held.branchId === branchId).slice(first, first + random.integer(2, 4))
  const lines = wanted.map(held => ({
    held,
    quantity: random.integer(5, 40),
    unitCostMinor: localPrice(context, STOCK[held.index]?.[2] ?? 0),
  }))
  const counted = lines.map(({ quantity, unitCostMinor }) => ({ thousandths: quantity * 1_000, unitCostMinor }))
  const order = {
    id: id('inventory_order', index + 1),
    reference_id: index + 1,
    branch_id: branchId,
    status,
    supplier: random.pick(SUPPLIERS),
    ...orderTotal(counted, plan.facts.taxPercent),
    ordered_at: iso(ordered),
    expected_at: iso(ordered + 7 * DAY_MS),
    received_at: status === 'RECEIVED' ? iso(received) : null,
    created_at: iso(ordered),
    updated_at: iso(status === 'RECEIVED' ? received : status === 'PENDING' ? ordered : ordered + 3 * DAY_MS),
  }
  const came = (quantity: number, line: number) =>
    status === 'RECEIVED' || (status === 'PARTIALLY_RECEIVED' && line === 0) ? quantity : 0
  return {
    order,
    lines: lines.map(({ held, quantity, unitCostMinor }, line) => ({
      order_id: order.id,
      inventory_item_id: itemId(context, held),
      sort_order: line + 1,
      name: STOCK[held.index]?.[0] ?? '',
      quantity,
      received_quantity: came(quantity, line),
      unit_cost_minor: unitCostMinor,
    })),
  }
}

/** The stock of the branches, what was taken from it lately, and orders of more. */
export const inventoryStep: DemoStep = {
  name: 'inventory',
  rows(context): RowsByTable {
    const items = heldItems(context)
    const stock = stockRows(context, items)
    const orders = Array.from({ length: ORDERS }, (_, index) => orderRows(context, items, index))
    return {
      inventory_item: stock.map(({ item }) => item),
      inventory_adjustment: stock.flatMap(({ adjustments }) => adjustments),
      inventory_order: orders.map(({ order }) => order),
      inventory_order_item: orders.flatMap(({ lines }) => lines),
      clinic_counter: [{ name: 'inventory_order', value: orders.length }],
    }
  },
}
