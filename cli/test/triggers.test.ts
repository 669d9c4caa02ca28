import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { getSandboxClock, moveSandboxClock, resetSandbox } from '@clinic/contract/sandbox-clock.ts'
import { TRIGGER_TYPES } from '@clinic/contract/sandbox-fields.ts'
import { makeDemo } from '../../server/src/demo/demo.ts'
import { secretBox } from '../../server/src/kernel/values/secret-box.ts'
import { readEnv } from '../../server/src/settings/env.ts'
import { MASTER_KEY, startApp } from '../../server/test/support/app/harness.ts'
import { runJobs } from '../../server/test/support/app/jobs.ts'
import { atEnd } from '../../server/test/support/at-end.ts'
import { moneyMismatches } from '../../server/test/support/clinic/money.ts'
import { DATABASE_DRIVER } from '../../server/test/support/database/driver.ts'
import { eventually } from '../../server/test/support/eventually.ts'
import { startDispatcher } from '../../server/test/support/webhooks/deliveries.ts'
import { startReceiver } from '../../server/test/support/webhooks/receiver.ts'
import { machine } from './machine.ts'

const app = await startApp()
await startDispatcher(app)

/** The demo's sandbox clinic, with a plugin that is told everything. */
async function demoSandbox() {
  const folder = await mkdtemp(join(tmpdir(), 'clinic-demo-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  await makeDemo({
    ownerUrl: app.database.ownerUrl,
    env: readEnv({ DATA_DIR: folder, DATABASE_DRIVER }),
    box: secretBox([MASTER_KEY]),
    files: app.app.files,
    log: () => undefined,
    baseUrl: 'http://localhost',
  })
  const [clinic] = await app.sql<{ company_id: string; sandbox: boolean }>(
    'select company_id, sandbox from clinic where sandbox',
  )
  assert.ok(clinic)
  return { clinic, ...(await app.installation(clinic)) }
}

test('every event that can be sent is caused by plg on the records of the demo’s sandbox, and arrives; its money adds up afterwards', async () => {
  const { clinic, token } = await demoSandbox()
  const { received, url } = await startReceiver()
  const here = await machine(app.url)
  const env = { CLINIC_TOKEN: token }
  const endpoint = await here.plg(
    ['webhook-endpoints', 'create', '--url', url, ...TRIGGER_TYPES.flatMap(type => ['--events', type])],
    { env },
  )
  assert.equal(endpoint.code, 0, endpoint.stderr)
  const last = 'installation.uninstalled'
  for (const type of [...TRIGGER_TYPES.filter(one => one !== last), last]) {
    const { code, rows, stderr } = await here.plg(['trigger', type, '--env', '.env'], { env })
    assert.deepEqual([code, rows.at(-1)?.type], [0, type], `${type}: ${stderr}`)
  }
  await eventually(async () => TRIGGER_TYPES.filter(type => !received.some(({ event }) => event.type === type)), [])
  assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
  // The plugin that was removed is there anew, under another key.
  const [, anew = ''] = /^CLINIC_TOKEN=(.+)$/m.exec(await readFile(join(here.home, '.env'), 'utf8')) ?? []
  await movesAndReturns(clinic.company_id, anew)
})

const MOST_MS = 30_000

/** Moves the time of the demo's sandbox clinic by 90 days, and brings it back to its beginning, each in half a minute. */
async function movesAndReturns(companyId: string, token: string): Promise<void> {
  const api = app.api(token)
  const differing = `select count(*)::int as count from sandbox_seed as seed
    left join patient as t on t.company_id = seed.company_id and t.id = seed.data ->> 'id'
    where seed.company_id = $1 and seed.table_name = 'patient' and to_jsonb(t) is distinct from seed.data`
  const timed = async (begin: () => Promise<{ status: number; text: string }>) => {
    const { status, text } = await begin()
    assert.equal(status, 202, text)
    const began = performance.now()
    await runJobs(app)
    assert.ok(performance.now() - began < MOST_MS, `${performance.now() - began} ms`)
    assert.equal((await api.call(getSandboxClock, {})).body.data.run?.state, 'DONE')
  }
  await timed(() => api.call(moveSandboxClock, { advance: 'P90D', waitSeconds: 0 }))
  assert.deepEqual(await moneyMismatches(app, companyId), [])
  await timed(() => api.call(resetSandbox, { confirm: 'reset' }))
  assert.deepEqual(await app.sql(differing, [companyId]), [{ count: 0 }])
  assert.deepEqual(await moneyMismatches(app, companyId), [])
}
