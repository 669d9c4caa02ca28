import { pluginSettingsUpdated } from '@clinic/contract/installation.ts'
import type { Tx } from '../../kernel/tx.ts'
import { tellClinic } from '../notices/tell-clinic.ts'
import { raiseAlarm } from '../security/raise-alarm.ts'
import { type InstallationRow, requireMove, statusOf } from './installation-row.ts'
import { carrySettings, type SettingsChange } from './installation-settings.ts'
import { asksForMore, grantOf } from './plugin-grant.ts'
import { newestOfPlugin, type PluginVersion } from './plugin-version.ts'

/**
 * Brings an installation to the newest version of its plugin, if that asks for no more than was granted and can do with
 * the settings there are; else it waits for approval in UPDATE_PENDING and the old grant keeps working. A suspended
 * installation stays suspended either way, and a version that the clinic declined is not asked about again.
 */
export async function upgradeInstallation(tx: Tx, { id }: { id: string }): Promise<InstallationRow> {
  const installation = await tx.lock('installation', id)
  if (statusOf(installation) === 'UNINSTALLED') requireMove(installation, 'ACTIVE')
  const newest = await newestOfPlugin(tx, installation.plugin_id)
  if (newest.id === installation.plugin_version_id || newest.id === installation.declined_version_id)
    return installation
  const carried = carrySettings(tx.box, installation, newest.manifest.settingsSchema)
  return asksForMore(newest.manifest, installation) || carried.issues.length > 0
    ? awaitApproval(tx, installation, newest)
    : takeOver(tx, installation, newest, { carried, optionalScopes: [] })
}

/** Tells the clinic's people once for each version that waits. */
async function awaitApproval(tx: Tx, installation: InstallationRow, newest: PluginVersion): Promise<InstallationRow> {
  if (installation.pending_version_id === newest.id) return installation
  const { slug: pluginSlug, version } = newest
  await tellClinic(tx, 'plugin_update_pending', { installationId: installation.id, pluginSlug, version })
  const status = statusOf(installation) === 'SUSPENDED' ? 'SUSPENDED' : 'UPDATE_PENDING'
  return tx.update('installation', installation.id, { status, pending_version_id: newest.id })
}

/** Puts a version in force. Optional scopes granted before stay granted as long as the version offers them. */
export async function takeOver(
  tx: Tx,
  installation: InstallationRow,
  version: PluginVersion,
  { carried, optionalScopes }: { carried: SettingsChange; optionalScopes: readonly string[] },
): Promise<InstallationRow> {
  const { id } = installation
  const changed = await tx.update('installation', id, {
    status: statusOf(installation) === 'SUSPENDED' ? 'SUSPENDED' : 'ACTIVE',
    plugin_version_id: version.id,
    pending_version_id: null,
    ...grantOf(version.manifest, [...installation.granted_scopes, ...optionalScopes]),
    ...carried.columns,
  })
  await raiseAlarm(tx, 'upgraded', id, { installationId: id })
  const { changedKeys } = carried
  if (changedKeys.length > 0) tx.emit(pluginSettingsUpdated, { id, changedKeys }, {})
  return changed
}
