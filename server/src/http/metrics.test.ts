import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meterOf } from '../webhooks/meter.ts'
import { LEVELS } from './figures.ts'
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
