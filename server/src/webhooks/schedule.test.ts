import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWebhookEndpoint, sendTestEvent } from '@clinic/contract/webhook-endpoints.ts'
import fc from 'fast-check'
import { startApp } from '../../test/support/app/harness.ts'
import { startDispatcher } from '../../test/support/webhooks/deliveries.ts'
import { answers, startReceiver } from '../../test/support/webhooks/receiver.ts'
import { WAKE_CHANNEL } from '../kernel/wake-up.ts'
import { readEnv } from '../settings/env.ts'
import { nextWaitMs, waitMs } from './schedule.ts'

const { PLUGIN_WEBHOOK_BACKOFF_MS: backoffMs, PLUGIN_WEBHOOK_MAX_ATTEMPTS: maxAttempts } = readEnv({})
const FORMULA = Array.from({ length: maxAttempts - 1 }, (_, index) => backoffMs * 2 ** index)
const SUM_HOURS = FORMULA.reduce((sum, wait) => sum + wait, 0) / 3_600_000

test('waits BACKOFF_MS · 2^(attempt − 1), with the defaults 59 hours in all', () => {
  assert.deepEqual(
    FORMULA.map((_, index) => waitMs(index + 1, backoffMs)),
    FORMULA,
  )
  assert.equal(Math.floor(SUM_HOURS), 59)
})

test('lengthens a wait for 429 and 503 alone, never shortens one, and at most doubles it', () => {
  const seconds = fc.option(fc.integer({ min: 0, max: 10_000_000 }))
  const status = fc.option(fc.constantFrom(200, 301, 400, 429, 500, 503))
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 }), seconds, status, (attempt, retryAfterSeconds, code) => {
      const wait = waitMs(attempt, 13_000)
      const asked = nextWaitMs(attempt, 13_000, { status: code, retryAfterSeconds })
      assert.ok(asked >= wait && asked <= 2 * wait)
      if (code !== 429 && code !== 503) assert.equal(asked, wait)
      else if (retryAfterSeconds !== null && retryAfterSeconds * 1000 >= wait && retryAfterSeconds * 1000 <= 2 * wait)
        assert.equal(asked, retryAfterSeconds * 1000)
    }),
  )
})

test('schedules every attempt by the formula until the last, while the clock is moved on', {
  timeout: 300_000,
}, async () => {
  const app = await startApp()
  const receiver = await startReceiver(answers(500))
  await startDispatcher(app, { rules: { backoffMs, maxAttempts } })
  const clinic = await app.clinic({ sandbox: true })
  const api = app.api((await app.installation(clinic, { mode: 'TEST' })).token)
  const { body } = await api.call(createWebhookEndpoint, { url: receiver.url, events: ['patient.created'] })
  await api.call(sendTestEvent, { id: body.data.id })
  const waits: number[] = []
  for (let attempt = 1; attempt < maxAttempts; attempt++) {
    await receiver.got(attempt)
    waits.push(await waitOf(attempt))
    // To the queue the hours are over.
    await app.sql(`update webhook_delivery set state = 'READY', due_at = now()`)
    await app.sql(`select pg_notify('${WAKE_CHANNEL}', '')`)
  }
  await receiver.got(maxAttempts)
  while ((await app.sql('select from webhook_delivery')).length > 0) await pause()
  const done = await app.sql(
    'select status, attempts, jsonb_array_length(failures) as failures from webhook_delivery_done',
  )
  assert.deepEqual(done, [{ status: 'EXHAUSTED', attempts: maxAttempts, failures: maxAttempts - 1 }])
  for (const [index, wait] of waits.entries()) {
    const formula = FORMULA[index] ?? 0
    assert.ok(
      wait >= formula && wait <= formula + 10,
      `wait ${index + 1} is ${wait} ms, the formula says ${formula} ms`,
    )
  }

  /** Milliseconds from the end of the attempt to when the next is due. */
  async function waitOf(attempt: number): Promise<number> {
    for (;;) {
      const [row] = await app.sql<{ wait: number }>(
        `select extract(epoch from due_at - last_attempt_at)::float8 * 1000 as wait from webhook_delivery
         where state = 'WAITING' and attempts = $1`,
        [attempt],
      )
      if (row) return Math.round(row.wait)
      await pause()
    }
  }
})

const pause = () => new Promise(resolve => setTimeout(resolve, 5))
