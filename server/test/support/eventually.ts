import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'

/** Long, because only what fails waits to its end, and a machine may be busy with other things. */
const PATIENCE_MS = 60_000

/** Asks until the answer is the expected one, for what reaches another process by a notification; else fails with the last. */
export async function eventually<Value>(ask: () => Promise<Value>, expected: Value): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  let last = await ask()
  while (!isDeepStrictEqual(last, expected) && performance.now() < end) {
    // An answer that needs no I/O must not keep what it waits for from happening.
    await turn()
    last = await ask()
  }
  assert.deepEqual(last, expected)
}
