import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getClinic } from '@clinic/contract/clinic.ts'
import { apiClient } from '../../../test/support/app/api-client.ts'
import { startApp } from '../../../test/support/app/harness.ts'
import { suspendInstallation } from '../../domain/plugins/suspend-installation.ts'
import { uninstallPlugin } from '../../domain/plugins/uninstall-plugin.ts'
import { newPluginToken } from '../../kernel/values/plugin-token.ts'

const app = await startApp()

/** What was recorded of a token that three requests came with. */
async function recordedOf(prepare: (clinic: Awaited<ReturnType<typeof app.clinic>>, id: string) => Promise<unknown>) {
  const clinic = await app.clinic()
  const { token, installation } = await app.installation(clinic)
  await prepare(clinic, installation.id)
  const process = await app.secondProcess({})
  for (let n = 0; n < 3; n++) assert.ok((await apiClient(process.url, token).call(getClinic, {})).status >= 400)
  await process.close()
  const rows = await app.sql<{ operation: string; code: string; times: number; caller: string; patient_ids: string[] }>(
    'select operation, code, times, caller, patient_ids from audit_record where company_id = $1 and code is not null order by times',
    [clinic.company_id],
  )
  for (const { caller, patient_ids, operation } of rows)
    assert.deepEqual([caller, patient_ids, operation], [`installation ${installation.id}`, [], 'useToken'])
  return rows.map(({ code, times }) => [code, times])
}

test('a token that is refused is recorded with its clinic, once at once and then by how often', async () => {
  const found = {
    revoked: await recordedOf((clinic, id) => app.write(clinic, tx => uninstallPlugin(tx, { id }))),
    suspended: await recordedOf((clinic, id) => app.write(clinic, tx => suspendInstallation(tx, { id }))),
    expired: await recordedOf((_, id) =>
      app.sql("update plugin_token set expires_at = now() - interval '1 hour' where installation_id = $1", [id]),
    ),
    elsewhere: await recordedOf((_, id) =>
      app.sql("update plugin_token set allowed_ip_ranges = '{10.0.0.0/8}' where installation_id = $1", [id]),
    ),
  }
  const counted = (code: string) => [
    [code, 1],
    [code, 2],
  ]
  assert.deepEqual(found, {
    revoked: counted('token_revoked'),
    suspended: counted('installation_suspended'),
    expired: counted('token_expired'),
    elsewhere: counted('ip_not_allowed'),
  })
})

test('a token that was never given to anybody leaves nothing', async () => {
  const before = (await app.sql('select from audit_record')).length
  const process = await app.secondProcess({})
  for (let n = 0; n < 3; n++) {
    const { status } = await apiClient(process.url, newPluginToken('LIVE')).call(getClinic, {})
    assert.equal(status, 401)
  }
  await process.close()
  assert.equal((await app.sql('select from audit_record')).length, before)
})
