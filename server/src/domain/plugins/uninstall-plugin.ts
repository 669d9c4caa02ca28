import { installationUninstalled } from '@clinic/contract/installation.ts'
import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { skipQueuedOfInstallation } from '../webhooks/skip-queued.ts'
import { type InstallationRow, requireMove } from './installation-row.ts'
import { pluginVersion } from './plugin-version.ts'

const revokeAll = sql(`
  update plugin_token set revoked_at = $3 where company_id = $1 and installation_id = $2 and revoked_at is null`)

/**
 * Removes a plugin from the clinic for good: its tokens are revoked immediately, its secrets forgotten, and it is told by
 * one last event in place of those still queued. Installing it again makes a new installation.
 */
export async function uninstallPlugin(tx: Tx, { id }: { id: string }): Promise<InstallationRow> {
  const installation = await tx.lock('installation', id)
  requireMove(installation, 'UNINSTALLED')
  const { slug } = await pluginVersion(tx, installation.plugin_version_id)
  const removed = await tx.update('installation', id, {
    status: 'UNINSTALLED',
    pending_version_id: null,
    sealed_settings: null,
    stopped_at: null,
    stop_reason: null,
    stopped_by: null,
    uninstalled_at: tx.now,
  })
  await tx.sql(revokeAll([tx.clinic.id, id, tx.now]))
  await skipQueuedOfInstallation(tx, id)
  tx.emit(installationUninstalled, { id, pluginSlug: slug })
  return removed
}
