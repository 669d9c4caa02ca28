import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyWebhook } from '@clinic/sdk/verify-webhook.ts'
import { atEnd } from '../../test/support/at-end.ts'
import { namedHeaders } from '../../test/support/servers/raw-headers.ts'
import { newSigningSecret } from '../domain/webhooks/signing-secret.ts'
import type { Job } from './load.ts'
import { signatureHeaders, signingKey } from './sign.ts'
import type { SignedBody } from './signed-body.ts'
import { createSigner } from './signer.ts'

const signer = createSigner()
atEnd(() => signer.close())

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
    mode: 'LIVE',
    keys: KEYS[n % 2] ?? [],
    data: `{"id":"pat_${n}","room":"غرفة ٢"}`,
  }))

const signed = (count: number) =>
  new Promise<[Job, SignedBody][]>(resolve => {
    const ready: [Job, SignedBody][] = []
    signer.sign(jobs(count), (job, one) => {
      ready.push([job, one])
      if (ready.length === count) resolve(ready)
    })
  })

async function checkAll(ready: readonly [Job, SignedBody][]): Promise<void> {
  for (const [n, [{ claim }, { body, ...signatures }]] of ready.entries()) {
    assert.equal(claim.id, `whd_${n}`)
    const { id, data, previousAttributes } = JSON.parse(body)
    assert.deepEqual({ id, data }, { id: `evt_${n}`, data: { id: `pat_${n}`, room: 'غرفة ٢' } })
    assert.deepEqual(previousAttributes, n % 3 === 0 ? { room: 'غرفة ١' } : undefined)
    const name = { eventId: claim.event_id, deliveryId: claim.id, attempt: 1 }
    const headers = namedHeaders(signatureHeaders(name, signatures))
    assert.deepEqual(await verifyWebhook(body, headers, SECRETS[n % 2] ?? ''), JSON.parse(body))
  }
}

test('few are signed immediately', async () => {
  const ready: string[] = []
  signer.sign(jobs(99), ({ claim }) => ready.push(claim.id))
  assert.equal(ready.length, 99)
  await checkAll(await signed(99))
})

test('many are signed in a thread, each for its own endpoint and in their order, whatever is asked for meanwhile', async () => {
  const all = await Promise.all([1000, 100, 251].map(signed))
  for (const [n, count] of [1000, 100, 251].entries()) {
    assert.equal(all[n]?.length, count)
    await checkAll(all[n] ?? [])
  }
})

test('a signer that has signed nothing can be closed, and one that has, twice', async () => {
  await createSigner().close()
  const other = createSigner()
  await new Promise<void>(resolve => other.sign(jobs(100), ({ claim }) => claim.id === 'whd_99' && resolve()))
  await other.close()
  await other.close()
})
