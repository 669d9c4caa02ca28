import { installationUninstalled } from '@clinic/contract/installation.ts'
import { db } from '../../db/builder.ts'
import type { Tx } from '../../kernel/tx.ts'
import { skipQueuedOfInstallation } from '../webhooks/skip-queued.ts'
import { type InstallationRow, requireMove } from './installation-row.ts'
import { pluginVersion } from './plugin-version.ts'

/**
 * Removes a plugin from the clinic for good: its tokens are revoked at once, its secrets forgotten, and it is told by
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
    uninstalled_at: tx.now,
  })
  await tx.rows(
    db
      .updateTable('plugin_token')
      .set({ revoked_at: tx.now })
      .where('company_id', '=', tx.clinic.id)
      .where('installation_id', '=', id)
      .where('revoked_at', 'is', null),
  )
  await skipQueuedOfInstallation(tx, id)
  tx.emit(installationUninstalled, { id, pluginSlug: slug })
  return removed
}
