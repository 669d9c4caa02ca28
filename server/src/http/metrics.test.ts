import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { meterOf } from '../webhooks/meter.ts'
import { COUNTS, LEVELS } from './figures.ts'
import { Metrics } from './metrics.ts'

test('what cannot be asked at the moment is left out, and the other figures are shown', async () => {
  const metrics = new Metrics()
  const fails = () => Promise.reject(new Error('The database does not answer.'))
  metrics.showLevel(LEVELS.brokenDays, fails)
  metrics.showLevel(LEVELS.backups, fails)
  metrics.showLevel(LEVELS.build, () => {
    throw new Error('It cannot be told.')
  })
  metrics.showLevel(LEVELS.jobs, async () => [[[], 7]])
  const connections = () => ({ requests: 0, inFlight: 0, connections: 0, reused: 0 })
  meterOf(metrics.registry).watch({ inFlight: () => 3, connections, backlog: fails })
  const text = await metrics.registry.metrics()
  assert.match(text, /^clinic_job_oldest_seconds 7$/m)
  assert.match(text, /^clinic_webhook_in_flight 3$/m)
  assert.doesNotMatch(text, /^clinic_(?:audit_broken_days|backup_age_seconds|build_info|webhook_backlog)/m)
})

test('a figure shows what is so now, and nothing of what was', async () => {
  const metrics = new Metrics()
  let kinds = ['backup', 'drill']
  metrics.showLevel(LEVELS.backups, () => kinds.map(kind => [[kind], 1] as const))
  assert.match(await metrics.registry.metrics(), /^clinic_backup_age_seconds\{kind="drill"\} 1$/m)
  kinds = ['backup']
  const text = await metrics.registry.metrics()
  assert.match(text, /^clinic_backup_age_seconds\{kind="backup"\} 1$/m)
  assert.doesNotMatch(text, /kind="drill"/)
})

test('a process that is asked for everything there is shows less than 3 000 series, and loses count of none', async () => {
  const metrics = new Metrics()
  for (const figure of Object.values(COUNTS)) metrics.showCounts(figure, () => [])
  const app = Fastify()
  app.decorateRequest('refusal', undefined)
  metrics.measureRequests(app)
  for (let n = 0; n < 500; n++) app.get(`/things-${n}`, async (_request, reply) => reply.code(n % 2 ? 200 : 404).send())
  for (let n = 0; n < 500; n++) await app.inject(`/things-${n}`)
  for (let n = 0; n < 3; n++) await app.inject('/things-0')
  const text = await metrics.registry.metrics()
  const series = text.split('\n').filter(line => line !== '' && !line.startsWith('#'))
  assert.ok(series.length < 3_000, String(series.length))
  const counts = [...text.matchAll(/^http_server_request_duration_seconds_count\{.*\} (\d+)$/gm)].map(([, count]) =>
    Number(count),
  )
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    503,
  )
  assert.match(text, /_count\{http_request_method="GET",http_route="\/things-0",http_response_status_code="404"\} 4$/m)
  assert.match(text, /_count\{http_request_method="GET",http_route="other",http_response_status_code="200"\} 170$/m)
})
