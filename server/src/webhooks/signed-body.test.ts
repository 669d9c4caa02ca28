import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyWebhook } from '@clinic/sdk/verify-webhook.ts'
import { namedHeaders } from '../../test/support/servers/raw-headers.ts'
import { signatureHeaders } from '../domain/webhooks/attempt-headers.ts'
import { newSigningSecret } from '../domain/webhooks/signing-secret.ts'
import type { Job } from './load.ts'
import { signingKey } from './sign.ts'
import { signedBody } from './signed-body.ts'

const SECRETS = [newSigningSecret(), newSigningSecret()]
const KEYS = SECRETS.map(secret => [signingKey(secret)])

const jobs = (count: number): Job[] =>
  Array.from({ length: count }, (_, n) => ({
    claim: {
      id: `whd_${n}`,
      fencing_token: 1,
      company_id: 'cli_1',
      endpoint_id: `whe_${n % 2}`,
      event_id: `evt_${n}`,
      event_type: 'patient.updated',
      traceparent: null,
      event_at: '2026-11-23T08:00:00.000Z',
      origin: 'EVENT',
      attempts: 0,
      concurrency_limit: 8,
      failures: 0,
      endpoint_number: 1,
      clinic_rank: n,
      saturated: false,
      lag: 0,
      data: '',
      previous_attributes: n % 3 === 0 ? '{"room":"غرفة ١"}' : null,
    },
    leaseId: 'whw_1',
    url: 'https://plugin.example/webhook',
    faults: { duplicated: null, compress_retries: null },
    mode: 'LIVE',
    keys: KEYS[n % 2] ?? [],
    data: `{"id":"pat_${n}","room":"غرفة ٢"}`,
  }))

test('each is signed with the secret of its own endpoint, over the bytes that are sent', async () => {
  for (const [n, job] of jobs(6).entries()) {
    const { body, ...signatures } = signedBody(job)
    const { id, data, previousAttributes } = JSON.parse(body)
    assert.deepEqual({ id, data }, { id: `evt_${n}`, data: { id: `pat_${n}`, room: 'غرفة ٢' } })
    assert.deepEqual(previousAttributes, n % 3 === 0 ? { room: 'غرفة ١' } : undefined)
    const name = { eventId: job.claim.event_id, deliveryId: job.claim.id, attempt: 1 }
    const headers = namedHeaders(signatureHeaders(name, signatures))
    assert.deepEqual(await verifyWebhook(body, headers, SECRETS[n % 2] ?? ''), JSON.parse(body))
  }
})
