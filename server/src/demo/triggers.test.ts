import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { triggerEvent } from '@clinic/contract/sandbox.ts'
import { getSandboxClock, moveSandboxClock, resetSandbox } from '@clinic/contract/sandbox-clock.ts'
import { TRIGGER_TYPES } from '@clinic/contract/sandbox-fields.ts'
import { MASTER_KEY, startApp } from '../../test/support/app/harness.ts'
import { runJobs } from '../../test/support/app/jobs.ts'
import { atEnd } from '../../test/support/at-end.ts'
import { moneyMismatches } from '../../test/support/clinic/money.ts'
import { DATABASE_DRIVER } from '../../test/support/database/driver.ts'
import { secretBox } from '../kernel/values/secret-box.ts'
import { readEnv } from '../settings/env.ts'
import { makeDemo } from './demo.ts'

const app = await startApp()

test('every event can be caused on the records of the demo’s sandbox clinic, and its money adds up afterwards', async () => {
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
  let { token } = await app.installation(clinic)
  for (const type of TRIGGER_TYPES) {
    const { status, body, text } = await app.api(token).call(triggerEvent, { type })
    assert.equal(status, 201, `${type}: ${text}`)
    assert.deepEqual(
      body.data.events.flatMap(event => (event.asked ? [event.type] : [])),
      [type],
    )
    // A plugin that was removed is there anew, under another key.
    token = body.data.token ?? token
  }
  assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
  await movesAndReturns(clinic.company_id, token)
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
