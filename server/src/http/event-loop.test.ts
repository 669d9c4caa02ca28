import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../test/support/eventually.ts'
import { watchEventLoop } from './event-loop.ts'

test('asked again before a turn was measured, the lateness of the event loop is what it was', async () => {
  const lateness = watchEventLoop()
  let first = 0
  await eventually(async () => {
    first = lateness()
    // What was measured of nothing is half a microsecond; a turn takes ten milliseconds.
    return first > 0.001
  }, true)
  assert.equal(lateness(), first)
})
