import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recoverWebhookDeliveries } from './webhook-endpoints.ts'

const since = '2026-07-01T00:00:00Z'
const paths = (input: Record<string, unknown>) => recoverWebhookDeliveries.check?.({ id: 'whe_1', ...input })

test('recovers only a span that ends after it starts, whatever the offsets are written as', () => {
  assert.deepEqual(paths({ since }), [])
  assert.deepEqual(paths({ since, until: '2026-07-01T03:00:01+03:00' }), [])
  for (const until of [since, '2026-06-30T00:00:00Z', '2026-07-01T02:00:00+03:00'])
    assert.deepEqual(
      paths({ since, until })?.map(issue => `${issue.path} ${issue.code}`),
      ['/until not_after_since'],
    )
})
