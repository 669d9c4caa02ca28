import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSlots } from './slots.ts'

const of = (endpoint_id: string) => ({ endpoint_id })

function slotsAt(count: number) {
  const clock = { ms: 0 }
  return { clock, slots: createSlots(count, () => clock.ms) }
}

test('leaves no capacity beyond its slots', () => {
  const { slots } = slotsAt(10)
  const taken = Array.from({ length: 10 }, () => of('e1'))
  for (const one of taken) slots.take(one, false)
  assert.equal(slots.capacity().limit, 0)
  slots.end(taken[0] ?? of('e1'))
  assert.equal(slots.capacity().limit, 1)
})

test('what is only still to be recorded takes no slot, but with all the rest no more than twice as many', () => {
  const { slots } = slotsAt(10)
  for (let n = 0; n < 25; n++) {
    if (slots.capacity().limit === 0) break
    const one = of('e1')
    slots.take(one, false)
    slots.end(one)
  }
  assert.deepEqual([slots.inFlight(), slots.capacity().limit, slots.inFlightByEndpoint()], [0, 0, {}])
  slots.recorded()
  assert.equal(slots.capacity().limit, 1)
})

test('gives the slot of an attempt that hangs to another after a second, at most as many again', () => {
  const { clock, slots } = slotsAt(10)
  for (let n = 0; n < 10; n++) slots.take(of(`e${n}`), false)
  clock.ms = 1001
  assert.equal(slots.capacity().limit, 10)
  for (let n = 10; n < 20; n++) slots.take(of(`e${n}`), false)
  clock.ms = 2002
  assert.equal(slots.capacity().limit, 0)
})

test('excludes endpoints whose attempts hang, while many do', () => {
  const { clock, slots } = slotsAt(10)
  const hanging = [...Array(5).fill('e1'), 'e2'].map(of)
  for (const one of hanging.slice(0, 5)) slots.take(one, false)
  clock.ms = 1001
  assert.deepEqual(slots.capacity().excluded, [])
  for (const one of hanging.slice(5)) slots.take(one, false)
  clock.ms = 2002
  slots.take(of('e3'), false)
  assert.deepEqual(slots.capacity().excluded, ['e1', 'e2'])
  for (const one of hanging) slots.end(one)
  assert.deepEqual(slots.capacity().excluded, [])
})

test('leaves failing endpoints at most three tenths', () => {
  const { slots } = slotsAt(100)
  for (let n = 0; n < 29; n++) slots.take(of('e1'), true)
  assert.equal(slots.capacity().suspects, 1)
  slots.take(of('e1'), true)
  assert.equal(slots.capacity().suspects, 0)
  assert.equal(slots.capacity().limit, 70)
})

test('is drained when nothing is in flight, and everything is recorded', async () => {
  const { slots } = slotsAt(1)
  await slots.drained()
  const last = of('e1')
  slots.take(last, false)
  const drained = slots.drained()
  slots.end(last)
  assert.equal(slots.inFlight(), 0)
  assert.equal(await Promise.race([drained, 'not yet']), 'not yet')
  slots.recorded()
  await drained
})
