import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import type { EndpointRow } from '../webhooks/own-endpoint.ts'
import { copySecrets } from '../webhooks/put-secret.ts'
import type { InstallationRow } from './installation-row.ts'
import { carrySettings, openSettings } from './installation-settings.ts'
import { type IssuedToken, issueToken } from './issue-token.ts'
import { pluginVersion } from './plugin-version.ts'
import { recordConsent } from './record-consent.ts'
import { uninstallPlugin } from './uninstall-plugin.ts'

const TEST_DAYS = 90

const endpointsOf = sql<EndpointRow>(`
  select * from webhook_endpoint where company_id = $1 and installation_id = $2 order by created_at, id`)

/**
 * Removes a plugin and installs it anew as it was: the same version, grant, settings, endpoints and signing secrets, and a
 * key of its own. To the plugin it is a clinic that removed it and changed its mind.
 */
export async function reinstallPlugin(tx: Tx, { id }: { id: string }): Promise<IssuedToken> {
  const before = await tx.lock('installation', id)
  const settings = openSettings(tx.box, before)
  const endpoints = await tx.sql(endpointsOf([tx.clinic.id, id]))
  await uninstallPlugin(tx, { id })
  const version = await pluginVersion(tx, before.plugin_version_id)
  const fresh = { id: newId('ins', Date.parse(tx.now)), settings: {}, sealed_settings: null }
  const { columns } = carrySettings(tx.box, fresh, version.manifest.settingsSchema, settings)
  const installation = await tx.insert('installation', {
    ...grantOf(before),
    ...columns,
    id: fresh.id,
    installed_at: tx.now,
  })
  await recordConsent(tx, installation, version, undefined)
  for (const endpoint of endpoints) await copyEndpoint(tx, endpoint, installation)
  return issueToken(tx, { installationId: installation.id, expiresInDays: TEST_DAYS })
}

const grantOf = (before: InstallationRow) => ({
  plugin_id: before.plugin_id,
  plugin_version_id: before.plugin_version_id,
  mode: before.mode,
  status: 'ACTIVE',
  granted_scopes: before.granted_scopes,
  granted_events: before.granted_events,
  allowed_ip_ranges: before.allowed_ip_ranges,
})

async function copyEndpoint(tx: Tx, { id: from, url, events, mode, active }: EndpointRow, { id }: InstallationRow) {
  const copy = { id: newId('whe', Date.parse(tx.now)), installation_id: id, url, events, mode, active }
  await tx.insert('webhook_endpoint', copy)
  await copySecrets(tx, from, copy.id)
}
