import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { createPatient } from '@clinic/contract/patients.ts'
import { createWebhookEndpoint, rotateWebhookEndpointSecret } from '@clinic/contract/webhook-endpoints.ts'
import { MASTER_KEY, startApp } from '../../test/support/app/harness.ts'
import { patientsOfNationalId } from '../domain/patients/national-id.ts'
import { openSecret } from '../domain/webhooks/signing-secret.ts'
import { secretBox } from '../kernel/values/secret-box.ts'
import { SEALED_COLUMNS } from './sealed-columns.ts'

const app = await startApp()
const newKey = randomBytes(32)
const command = (keys: Buffer[]) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, 'rotate-command.ts')], {
    env: {
      ...process.env,
      DATABASE_URL: app.database.ownerUrl,
      SECRET_KEY: keys.map(key => key.toString('base64')).join(','),
    },
  })

test('seals everything anew, so that the old key is not needed any more', async () => {
  const clinic = await app.clinic()
  const api = app.api((await app.installation(clinic)).token)
  const input = { url: 'https://93.184.215.14/', events: ['patient.created' as const] }
  const { body } = await api.call(createWebhookEndpoint, input)
  const { id, signingSecret } = body.data
  const rotated = await api.call(rotateWebhookEndpointSecret, { id })
  const first = await command([newKey, MASTER_KEY])
  assert.match(first.stdout, /^webhook_secret: 2 sealed anew, 0 were already$/m)
  assert.match(first.stdout, /^idempotency_record: 2 sealed anew, 0 were already$/m)
  const alone = secretBox([newKey])
  const rows = await app.sql<{ sealed: Buffer }>(
    'select sealed from webhook_secret where endpoint_id = $1 order by created_at, id',
    [id],
  )
  assert.deepEqual(
    rows.map(({ sealed }) => openSecret(alone, id, sealed)),
    [signingSecret, rotated.body.data.signingSecret],
  )
  assert.match((await command([newKey])).stdout, /^webhook_secret: 0 sealed anew, 2 were already$/m)
})

test('what was sealed with the old key is found by its MAC while both keys are there, and after it is gone', async () => {
  const practice = await app.practice()
  const { branch, clinic, api } = practice
  const nationalId = '1077700011'
  const input = { branchId: branch.id, firstName: 'Huda', lastName: 'Invented', nationalId }
  const { id } = (await api.call(createPatient, input)).body.data
  const foundBy = async (keys: Buffer[]) =>
    app.write(clinic, tx => patientsOfNationalId({ ...tx, box: secretBox(keys) }, nationalId))
  assert.deepEqual(await foundBy([randomBytes(32), MASTER_KEY]), [id])
  const next = randomBytes(32)
  await command([next, newKey, MASTER_KEY])
  assert.deepEqual(await foundBy([next]), [id])
  assert.deepEqual(await foundBy([MASTER_KEY]), [])
  await command([newKey, next])
})

test('stops with one line when a value was sealed with a key that it was not given', async () => {
  await assert.rejects(command([randomBytes(32)]), { stderr: /^error: .*key that is not configured/ })
})

test('knows every column that holds sealed values', async () => {
  const binary = await app.sql<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and data_type = 'bytea' and table_name !~ '_(default|p\\d{8})$' order by 1`,
  )
  const known = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`)
  const sealed = binary
    .map(({ name }) => name)
    .filter(
      name => !/(_hash|_mac)$|^audit_(head|key)\.|^(plugin\.icon|clinic_logo\.image|signature\.drawing)$/.test(name),
    )
  assert.deepEqual(sealed.sort(), known.toSorted())
})
