import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { triggerEvent } from '@clinic/contract/sandbox.ts'
import { TRIGGER_TYPES } from '@clinic/contract/sandbox-fields.ts'
import { MASTER_KEY, startApp } from '../../test/support/app/harness.ts'
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
})
