import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secretBox } from '../kernel/values/secret-box.ts'
import { generate } from './generate.ts'
import { PLANS } from './plans.ts'

const now = Date.parse('2026-11-22T09:40:00Z')
const box = secretBox([Buffer.alloc(32, 7)])
const clinics = await Promise.all(PLANS.map(plan => generate(plan, { now, plugins: [], box })))
const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)

test('every loyalty account is the sum of its transactions, none of which went below zero', () => {
  for (const made of clinics) {
    const byPatient = Map.groupBy(made.of('loyalty_transaction'), one => one.patient_id)
    assert.equal(made.of('loyalty_account').length, byPatient.size)
    for (const account of made.of('loyalty_account')) {
      const own = byPatient.get(account.patient_id) ?? []
      const pointsOf = (type: string) => sum(own.filter(one => one.type === type).map(({ points }) => points))
      assert.equal(account.points_balance, sum(own.map(({ points }) => points)))
      assert.equal(account.points_balance, sum(own.map(({ remaining }) => remaining)))
      assert.deepEqual(
        [account.lifetime_earned, account.lifetime_redeemed],
        [pointsOf('EARN'), -pointsOf('REDEEM') + 0],
      )
      assert.ok(own.every(one => one.balance_after >= 0 && one.remaining <= Math.max(one.points, 0)))
      assert.ok(account.expiring_at == null || account.expiring_at > new Date(now).toISOString())
      assert.ok(own.every(({ created_at }) => Date.parse(created_at) <= now))
    }
    assert.ok(made.of('loyalty_transaction').some(({ type }) => type === 'EXPIRE'))
  }
})

test('an item’s latest adjustment came to what is in stock, a few items are low, and orders are as received as they say', () => {
  for (const made of clinics) {
    const items = made.of('inventory_item')
    const low = items.filter(item => item.quantity <= (item.reorder_level ?? -1))
    assert.ok(low.length === 3 || low.length === 4, `${low.length}`)
    const newest = made
      .of('inventory_adjustment')
      .toSorted((one, other) => one.created_at.localeCompare(other.created_at))
    const after = new Map(newest.map(one => [one.inventory_item_id, one.quantity_after]))
    for (const { id, quantity } of items) assert.equal(after.get(id), quantity)
    for (const { id, status } of made.of('inventory_order')) {
      const lines = made.of('inventory_order_item').filter(({ order_id }) => order_id === id)
      const missing = sum(lines.map(line => line.quantity - (line.received_quantity ?? 0)))
      const came = sum(lines.map(line => line.received_quantity ?? 0))
      const shown = missing === 0 ? 'RECEIVED' : came > 0 ? 'PARTIALLY_RECEIVED' : 'PENDING'
      assert.equal(status === 'CANCELED' ? 'PENDING' : status, shown)
    }
  }
})
