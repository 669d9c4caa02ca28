import assert from 'node:assert/strict'

const PATIENCE_MS = 5_000

/** Asks until the answer is the expected one, for what reaches another process by a notification; else fails with the last. */
export async function soon<Value>(ask: () => Promise<Value>, expected: Value): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  let last = await ask()
  while (JSON.stringify(last) !== JSON.stringify(expected) && performance.now() < end) last = await ask()
  assert.deepEqual(last, expected)
}
