import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type ADJUSTMENT_REASONS,
  adjustInventoryItem,
  getInventoryItem,
  getInventoryOrder,
  listInventoryItems,
  listInventoryOrders,
  updateInventoryOrder,
} from '@clinic/contract/inventory.ts'
import fc from 'fast-check'
import { startApp } from '../../test/support/app/harness.ts'
import { addInventoryItem, changeInventoryItem, type NewInventoryItem } from '../domain/inventory/inventory-item.ts'
import { cancelOrder } from '../domain/inventory/inventory-order.ts'
import { type NewInventoryOrder, orderSupplies } from '../domain/inventory/order-supplies.ts'
import { type Receipt, receiveOrder } from '../domain/inventory/receive-order.ts'
import { Refusal } from '../kernel/errors.ts'

const app = await startApp()
const { clinic, branch, api } = await app.practice()

const newItem = (values: Partial<NewInventoryItem> = {}) =>
  app.write(clinic, tx => addInventoryItem(tx, { branchId: branch.id, name: 'Gloves', quantity: 10, ...values }))
const newOrder = (items: NewInventoryOrder['items'], values: Partial<NewInventoryOrder> = {}) =>
  app.write(clinic, tx => orderSupplies(tx, { branchId: branch.id, items, ...values }))
const receive = (receipt: Receipt) => app.write(clinic, tx => receiveOrder(tx, receipt))
const adjust = (id: string, quantityDelta: number, reason: (typeof ADJUSTMENT_REASONS)[number] = 'USAGE') =>
  api.call(adjustInventoryItem, { id, quantityDelta, reason })
const itemOf = async (id: string) => (await api.call(getInventoryItem, { id })).body.data
const orderOf = async (id: string) => (await api.call(getInventoryOrder, { id })).body.data
const eventsOf = (id: string) =>
  app.sql(
    `select type, data, previous_attributes as previous from event where data->>'id' = $1 order by created_at, id`,
    [id],
  )
const refusedWith = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code

test('an item shows its stock with three decimals and its cost in the major unit', async () => {
  const { id } = await newItem({ quantity: 2.125, unit: 'box', sku: 'GL-7', unitCostMinor: 1_250, reorderLevel: 2 })
  const data = await itemOf(id)
  assert.deepEqual(
    [data.quantity, data.unit, data.unitCost, data.reorderLevel, data.lowStock, data.disabled],
    [2.125, 'box', 12.5, 2, false, false],
  )
})

test('an adjustment moves the stock and says what it came to', async () => {
  const { id } = await newItem()
  const { status, body } = await api.call(adjustInventoryItem, {
    ...{ id, quantityDelta: -2.5, reason: 'WASTE', note: 'Torn' },
  })
  const { data } = body
  assert.equal(status, 201)
  assert.deepEqual(
    [data.inventoryItemId, data.quantityDelta, data.quantityAfter, data.reason, data.note, data.treatmentId],
    [id, -2.5, 7.5, 'WASTE', 'Torn', null],
  )
  assert.equal((await itemOf(id)).quantity, 7.5)
})

test('stock never goes below zero: 422, and nothing is written', async () => {
  const { id } = await newItem({ quantity: 0.3 })
  const refused = await adjust(id, -0.301)
  assert.deepEqual([refused.status, refused.body.error.code], [422, 'insufficient_stock'])
  assert.equal((await adjust(id, -0.1)).body.data.quantityAfter, 0.2)
  assert.equal((await adjust(id, -0.2)).body.data.quantityAfter, 0)
  assert.equal((await app.sql('select id from inventory_adjustment where inventory_item_id = $1', [id])).length, 2)
})

test('inventory.low_stock fires once for each time that the stock falls to its reorder level', async () => {
  const { id } = await newItem({ quantity: 10, reorderLevel: 5 })
  for (const delta of [-4, -1, -1, -2, 5, -3, 1, 20]) await adjust(id, delta)
  const events = await eventsOf(id)
  assert.deepEqual(
    events.map(({ type, data }) => [type, data.quantity]),
    [
      ['inventory.low_stock', 5],
      ['inventory.low_stock', 4],
    ],
  )
  assert.deepEqual(events[0]?.data, {
    ...{ id, object: 'inventory_item', branchId: branch.id },
    ...{ quantity: 5, reorderLevel: 5 },
  })
})

test('a reorder level that is raised past the stock makes it low, and one that is taken away never does', async () => {
  const { id } = await newItem({ quantity: 8 })
  const change = (reorderLevel: number | null) => app.write(clinic, tx => changeInventoryItem(tx, { id, reorderLevel }))
  await change(5)
  await change(8)
  assert.equal((await itemOf(id)).lowStock, true)
  await change(null)
  assert.equal((await itemOf(id)).lowStock, false)
  assert.deepEqual(
    (await eventsOf(id)).map(({ type }) => type),
    ['inventory.low_stock'],
  )
})

test('of 30 requests at the same time for a tenth of the stock each, ten succeed', async () => {
  const { id } = await newItem({ quantity: 1, reorderLevel: 0.5 })
  const answers = await Promise.all(Array.from({ length: 30 }, () => adjust(id, -0.1)))
  assert.equal(answers.filter(({ status }) => status === 201).length, 10)
  assert.equal(answers.filter(({ body }) => body.error?.code === 'insufficient_stock').length, 20)
  assert.equal((await itemOf(id)).quantity, 0)
  assert.equal((await eventsOf(id)).length, 1)
})

test('whatever is taken and added at the same time, the stock is the sum of what was written', async () => {
  const delta = fc.integer({ min: -4_000, max: 4_000 }).filter(count => count !== 0)
  await fc.assert(
    fc.asyncProperty(fc.array(delta, { minLength: 4, maxLength: 14 }), async deltas => {
      const { id } = await newItem({ quantity: 3 })
      const answers = await Promise.all(deltas.map(count => adjust(id, count / 1_000)))
      for (const [index, { status }] of answers.entries())
        assert.ok(status === 201 || (status === 422 && (deltas[index] ?? 0) < 0))
      const written = deltas.filter((_, index) => answers[index]?.status === 201)
      const sum = written.reduce((total, count) => total + count, 3_000)
      assert.equal((await itemOf(id)).quantity, sum / 1_000)
      assert.ok(answers.every(({ body }) => !(body.data?.quantityAfter < 0)))
    }),
    { numRuns: 10 },
  )
})

test('an order comes to its lines and the tax, and fires inventoryorder.created', async () => {
  const [gloves, masks] = [await newItem({ unitCostMinor: 1_000 }), await newItem({ name: 'Masks' })]
  const { order } = await newOrder(
    [
      { inventoryItemId: gloves.id, quantity: 10 },
      { inventoryItemId: masks.id, quantity: 2.5, unitCostMinor: 400 },
    ],
    { supplier: 'Invented Supplies', expectedAt: '2030-01-01T09:00:00Z' },
  )
  const data = await orderOf(order.id)
  assert.deepEqual([data.status, data.total, data.tax, data.receivedAt], ['PENDING', 126.5, 16.5, null])
  assert.deepEqual(data.items, [
    { inventoryItemId: gloves.id, name: 'Gloves', quantity: 10, receivedQuantity: 0, unitCost: 10 },
    { inventoryItemId: masks.id, name: 'Masks', quantity: 2.5, receivedQuantity: 0, unitCost: 4 },
  ])
  assert.deepEqual(await eventsOf(order.id), [
    {
      type: 'inventoryorder.created',
      data: { id: order.id, object: 'inventory_order', branchId: branch.id, status: 'PENDING', total: 126.5 },
      previous: null,
    },
  ])
  const next = await newOrder([{ inventoryItemId: gloves.id, quantity: 1 }])
  assert.ok(next.order.reference_id > order.reference_id)
})

test('receiving takes in everything that is missing, once, and fires inventoryorder.received', async () => {
  const [gloves, masks] = [await newItem(), await newItem({ quantity: 0 })]
  const { order } = await newOrder([
    { inventoryItemId: gloves.id, quantity: 5 },
    { inventoryItemId: masks.id, quantity: 2.5 },
  ])
  await receive({ id: order.id, received: [{ inventoryItemId: gloves.id, quantity: 2 }] })
  const partly = await orderOf(order.id)
  assert.deepEqual([partly.status, partly.receivedAt], ['PARTIALLY_RECEIVED', null])
  assert.deepEqual([(await itemOf(gloves.id)).quantity, (await eventsOf(order.id)).length], [12, 1])
  const { status, body } = await api.call(updateInventoryOrder, { id: order.id, received: true })
  const { data } = body
  assert.deepEqual([status, data.status, data.receivedAt], [200, 'RECEIVED', data.updatedAt])
  assert.deepEqual(
    data.items.map(({ quantity, receivedQuantity }) => [quantity, receivedQuantity]),
    [
      [5, 5],
      [2.5, 2.5],
    ],
  )
  const again = await api.call(updateInventoryOrder, { id: order.id, received: true })
  assert.deepEqual([again.status, again.body.data], [200, data])
  assert.deepEqual([(await itemOf(gloves.id)).quantity, (await itemOf(masks.id)).quantity], [15, 2.5])
  const [, received, ...more] = await eventsOf(order.id)
  assert.deepEqual(
    [received?.type, received?.previous, more],
    ['inventoryorder.received', { status: 'PARTIALLY_RECEIVED' }, []],
  )
})

test('without received nothing is received', async () => {
  const { order } = await newOrder([{ inventoryItemId: (await newItem()).id, quantity: 5 }])
  const { status, body } = await api.call(updateInventoryOrder, { id: order.id })
  assert.deepEqual([status, body.data.status], [200, 'PENDING'])
})

test('an order is canceled before its first receipt, and then not received', async () => {
  const { id } = await newItem()
  const [dropped, begun] = [
    (await newOrder([{ inventoryItemId: id, quantity: 5 }])).order,
    (await newOrder([{ inventoryItemId: id, quantity: 5 }])).order,
  ]
  const cancel = (order: { id: string }) => app.write(clinic, tx => cancelOrder(tx, { id: order.id }))
  await cancel(dropped)
  const { status, body } = await api.call(updateInventoryOrder, { id: dropped.id, received: true })
  assert.deepEqual([status, body.error.details], [409, { from: 'CANCELED', to: 'RECEIVED' }])
  await receive({ id: begun.id, received: [{ inventoryItemId: id, quantity: 1 }] })
  await assert.rejects(cancel(begun), refusedWith('invalid_state_transition'))
})

test('no more is received than was ordered, of nothing else, and never nothing', async () => {
  const [gloves, masks] = [await newItem(), await newItem()]
  const { order } = await newOrder([{ inventoryItemId: gloves.id, quantity: 5 }])
  const receipts = [
    [{ inventoryItemId: gloves.id, quantity: 5.001 }],
    [
      { inventoryItemId: gloves.id, quantity: 3 },
      { inventoryItemId: gloves.id, quantity: 3 },
    ],
    [{ inventoryItemId: masks.id, quantity: 1 }],
    [{ inventoryItemId: gloves.id, quantity: 0 }],
    [],
  ]
  for (const received of receipts)
    await assert.rejects(receive({ id: order.id, received }), refusedWith('validation_failed'))
  assert.equal((await itemOf(gloves.id)).quantity, 10)
})

test('an order is for items of the branch that are in use, each once', async () => {
  const [item, elsewhere] = [await newItem(), await newItem({ branchId: (await app.branch(clinic)).id })]
  const of = (...items: { id: string }[]) => newOrder(items.map(({ id }) => ({ inventoryItemId: id, quantity: 1 })))
  await assert.rejects(of(elsewhere), refusedWith('validation_failed'))
  await assert.rejects(of(item, item), refusedWith('validation_failed'))
  await assert.rejects(of(), refusedWith('validation_failed'))
  await assert.rejects(of({ id: 'ivi_unknown' }), refusedWith('not_found'))
  await assert.rejects(newOrder([{ inventoryItemId: item.id, quantity: 0 }]), refusedWith('validation_failed'))
  await app.write(clinic, tx => changeInventoryItem(tx, { id: item.id, disabled: true }))
  await assert.rejects(of(item), refusedWith('validation_failed'))
})

test('however many requests receive an order at the same time, its items enter the stock once', async () => {
  const items = await Promise.all(['A', 'B', 'C'].map(name => newItem({ name, quantity: 0 })))
  const wanted = items.map(({ id }) => ({ inventoryItemId: id, quantity: 4 }))
  const [one, other] = [await newOrder(wanted), await newOrder(wanted.toReversed())]
  const ids = [one, other, one, other, one, other].map(({ order }) => order.id)
  const answers = await Promise.all(ids.map(id => api.call(updateInventoryOrder, { id, received: true })))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  for (const { id } of items) assert.equal((await itemOf(id)).quantity, 8)
  for (const { order } of [one, other]) assert.equal((await eventsOf(order.id)).length, 2)
})

test('each filter narrows the list, and a term is looked for in name, sku and barcode', async () => {
  const made = await newItem({ name: 'قفازات Nitrile', sku: 'NTR-1', barcode: '6281000000017' })
  for (const searchTerm of ['nitr', 'ntr-1', '62810', 'قفازات']) {
    const found = await api.all(listInventoryItems, { searchTerm })
    assert.deepEqual([searchTerm, found.map(({ id }) => id)], [searchTerm, [made.id]])
  }
  const everything = await api.all(listInventoryItems, { limit: 100 })
  for (const lowStock of [true, false]) {
    const expected = everything.filter(item => item.lowStock === lowStock)
    assert.ok(expected.length > 0)
    assert.deepEqual(await api.all(listInventoryItems, { lowStock, limit: 100 }), expected)
  }
  const elsewhere = everything.filter(({ branchId }) => branchId !== branch.id)
  assert.deepEqual(await api.all(listInventoryItems, { branchId: elsewhere[0]?.branchId }), elsewhere)
  const orders = await api.all(listInventoryOrders, { branchId: branch.id })
  for (const status of ['PENDING', 'RECEIVED', 'PARTIALLY_RECEIVED', 'CANCELED'] as const) {
    const expected = orders.filter(order => order.status === status)
    assert.ok(expected.length > 0)
    assert.deepEqual(await api.all(listInventoryOrders, { status }), expected)
  }
})
