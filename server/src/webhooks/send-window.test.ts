import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { createSendWindow, type SendWindow } from './send-window.ts'

/** Longer than any test takes. */
const NEVER_MS = 3_600_000

const entering = (window: SendWindow) => new Promise<() => void>(resolve => window.enter(resolve))

/** Attempts that note in which order they began, and can be ended. */
function attempts(count: number, most: number, countedMs: number) {
  const window = createSendWindow(most, countedMs)
  const begun: number[] = []
  const leave = new Map<number, () => void>()
  const all = Array.from({ length: count }, async (_, n) => {
    const left = await entering(window)
    begun.push(n)
    leave.set(n, left)
  })
  return { begun, leave, all: Promise.all(all) }
}

test('no more begin than may be unanswered, and each that ends lets the next begin, in the order of coming', () =>
  fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 5 }), fc.array(fc.nat(), { maxLength: 30 }), async (most, choices) => {
      const { begun, leave } = attempts(choices.length, most, NEVER_MS)
      for (const [ended, choice] of choices.entries()) {
        await turn()
        assert.deepEqual(begun, [...choices.keys()].slice(0, ended + most))
        const running = [...leave.keys()]
        const one = running[choice % running.length] ?? -1
        leave.get(one)?.()
        // To end twice is to end once.
        leave.get(one)?.()
        leave.delete(one)
      }
      assert.equal(leave.size, 0)
    }),
  ))

test('where no receiver answers, all begin all the same', async () => {
  const { begun, all } = attempts(50, 4, 1)
  await all
  assert.deepEqual(begun, [...Array(50).keys()])
})

test('an attempt that ends after it has ceased to count makes room for no second one', async () => {
  const window = createSendWindow(1, 1)
  const first = await entering(window)
  const second = await entering(window)
  first()
  let third = false
  window.enter(() => {
    third = true
  })
  await turn()
  assert.equal(third, false)
  second()
  await turn()
  assert.equal(third, true)
})
