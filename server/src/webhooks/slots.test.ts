import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSlots } from './slots.ts'

function slotsAt(count: number) {
  const clock = { ms: 0 }
  return { clock, slots: createSlots(count, () => clock.ms) }
}

test('leaves no room beyond its slots', () => {
  const { slots } = slotsAt(10)
  for (let n = 0; n < 10; n++) slots.take(`d${n}`, 'e1', false)
  assert.equal(slots.room().limit, 0)
  slots.end('d0')
  assert.equal(slots.room().limit, 1)
})

test('what is only still to be recorded takes no slot, but with all the rest no more than twice as many', () => {
  const { slots } = slotsAt(10)
  for (let n = 0; n < 25; n++) {
    if (slots.room().limit === 0) break
    slots.take(`d${n}`, 'e1', false)
    slots.end(`d${n}`)
  }
  assert.deepEqual([slots.inFlight(), slots.room().limit, slots.underWay()], [0, 0, {}])
  slots.free()
  assert.equal(slots.room().limit, 1)
})

test('gives the slot of an attempt that hangs to another after a second, at most as many again', () => {
  const { clock, slots } = slotsAt(10)
  for (let n = 0; n < 10; n++) slots.take(`d${n}`, `e${n}`, false)
  clock.ms = 1001
  assert.equal(slots.room().limit, 10)
  for (let n = 10; n < 20; n++) slots.take(`d${n}`, `e${n}`, false)
  clock.ms = 2002
  assert.equal(slots.room().limit, 0)
})

test('gives nothing more to endpoints that hang while many do', () => {
  const { clock, slots } = slotsAt(10)
  for (let n = 0; n < 5; n++) slots.take(`d${n}`, 'e1', false)
  clock.ms = 1001
  assert.deepEqual(slots.room().excluded, [])
  slots.take('d5', 'e2', false)
  clock.ms = 2002
  slots.take('d6', 'e3', false)
  assert.deepEqual(slots.room().excluded, ['e1', 'e2'])
  for (let n = 0; n < 6; n++) slots.end(`d${n}`)
  assert.deepEqual(slots.room().excluded, [])
})

test('leaves failing endpoints at most three tenths', () => {
  const { slots } = slotsAt(100)
  for (let n = 0; n < 29; n++) slots.take(`d${n}`, 'e1', true)
  assert.equal(slots.room().suspects, 1)
  slots.take('d29', 'e1', true)
  assert.equal(slots.room().suspects, 0)
  assert.equal(slots.room().limit, 70)
})

test('resolves when nothing is under way, and everything is recorded', async () => {
  const { slots } = slotsAt(1)
  await slots.empty()
  slots.take('d', 'e', false)
  const empty = slots.empty()
  slots.end('d')
  assert.equal(slots.inFlight(), 0)
  assert.equal(await Promise.race([empty, 'not yet']), 'not yet')
  slots.free()
  await empty
})
