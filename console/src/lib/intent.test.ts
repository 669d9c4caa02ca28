import assert from 'node:assert/strict'
import { test } from 'node:test'
import { intents } from './intent.ts'
import { Problem, Unreachable } from './problem.ts'

const refused = (status: number, code: string) => new Problem(status, { code, message: '', requestId: 'req_1' })

/** The keys under which something was tried, each with what became of it. */
async function keysOf(tries: readonly (readonly [input: unknown, outcome: unknown])[]): Promise<string[]> {
  const once = intents()
  const keys: string[] = []
  for (const [input, outcome] of tries)
    await once(input, async key => {
      keys.push(key)
      if (outcome instanceof Error) throw outcome
    }).catch(() => undefined)
  return keys
}

test('a key stays while it is not known what became of the request: no answer, a failure of the server, one under way, a login that ended', async () => {
  for (const error of [
    new Unreachable(),
    refused(500, 'internal_error'),
    refused(503, 'service_unavailable'),
    refused(409, 'idempotency_conflict'),
    refused(401, 'unauthenticated'),
  ]) {
    const [first, second, third] = await keysOf([
      [{ name: 'a' }, error],
      [{ name: 'a' }, 'done'],
      [{ name: 'a' }, 'done'],
    ])
    assert.equal(second, first, String(error))
    assert.notEqual(third, first, 'what was done is meant anew')
  }
})

test('what was refused, and what is tried with other values, has a new key', async () => {
  const [first, second] = await keysOf([
    [1, refused(400, 'validation_failed')],
    [1, 'done'],
  ])
  assert.notEqual(second, first)
  const [lost, changed] = await keysOf([
    [{ name: 'a' }, new Unreachable()],
    [{ name: 'b' }, 'done'],
  ])
  assert.notEqual(changed, lost)
  assert.match(lost ?? '', /^[0-9a-f]{32}$/)
})
