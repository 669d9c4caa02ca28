import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { atEnd } from '../../test/support/at-end.ts'
import { DURATIONS } from '../http/figures.ts'
import { Metrics } from '../http/metrics.ts'
import { AUDIT_FLUSHES, PROVIDER_CALLS } from '../kernel/timing.ts'
import { readEnv } from '../settings/env.ts'
import { providerApi } from './exchange.ts'
import { s3Storage } from './files/s3-storage.ts'
import { stripeGateway } from './payments/stripe.ts'

const REFUSED = JSON.stringify({ error: { type: 'api_error', message: 'zqmessage' } })
/** Answers with the status that its path ends with; for none, not at all. */
const server = createServer(({ url = '', socket }, response) => {
  const [path = ''] = url.split('?')
  const [, status] = /(\d{3})$/.exec(path) ?? []
  const body = path.startsWith('/bucket') ? '<Error><Code>NoSuchKey</Code></Error>' : REFUSED
  if (status) response.writeHead(Number(status)).end(body)
  else socket.destroy()
})
await once(server.listen(0, '127.0.0.1'), 'listening')
atEnd(() => {
  server.closeAllConnections()
  server.close()
})
const address = server.address()
const apiBase = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
const options = { apiBase, deadlineMs: 2_000 }

const metrics = new Metrics()
metrics.showTimes(DURATIONS.providers, PROVIDER_CALLS)
metrics.showTimes(DURATIONS.auditFlushes, AUDIT_FLUSHES)
const counted = async () =>
  [
    ...(await metrics.registry.metrics()).matchAll(
      /^clinic_provider_duration_seconds_count\{provider="(\w+)",outcome="(\w+)"\} (\d+)$/gm,
    ),
  ].map(([, ...found]) => found.join(' '))

test('each call of a provider is timed by who it is and how it ended, and nothing of what was asked is told', async () => {
  const ask = providerApi('twilio', options, { authorization: 'Basic zqsecret' })
  for (const path of ['/Accounts/zqaccount/200', '/201', '/404', '/503'])
    await ask('POST', path, { to: '+966509998877' })
  await assert.rejects(ask('GET', '/hangs-up'))
  const stripe = stripeGateway({ secretKey: 'sk_test_zqkey', webhookSecret: 'x' }, options)
  await assert.rejects(stripe.retrieve('cs_404'))
  const env = readEnv({
    ...{ FILES_S3_BUCKET: 'bucket', FILES_S3_ENDPOINT: apiBase },
    ...{ FILES_S3_ACCESS_KEY_ID: 'zqid', FILES_S3_SECRET_ACCESS_KEY: 'zqsecret' },
  })
  const storage = s3Storage(env, async () => '')
  assert.equal(await storage.read('zqfile-404'), undefined)
  // To sign an address nothing is asked.
  const file = { key: 'zqfile-200', name: 'x', contentType: 'image/png' }
  const bearer = { fileId: 'fil_1', patientId: 'pat_1', companyId: 'cli_1', caller: 'installation', tokenId: null }
  await storage.directUrl({ ...file, ...bearer }, 60)
  storage.close()
  assert.deepEqual(await counted(), [
    'twilio answered 2',
    'twilio refused 1',
    'twilio failed 1',
    'twilio unreachable 1',
    'stripe refused 1',
    's3 refused 1',
  ])
  assert.doesNotMatch(await metrics.registry.metrics(), /zq|966509998877|127\.0\.0\.1/)
})

test('a call that fails is told as such to who measures it, and fails for its caller all the same', async () => {
  await assert.rejects(
    AUDIT_FLUSHES.measure(
      () => Promise.reject(new Error('The database is gone.')),
      ended => ['error' in ended ? 'failed' : 'written'],
    ),
    /database is gone/,
  )
  assert.match(await metrics.registry.metrics(), /^clinic_audit_flush_duration_seconds_count\{outcome="failed"\} 1$/m)
})
