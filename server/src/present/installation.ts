import type { Installation, InstallationSettings } from '@clinic/contract/installation.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import { type InstallationRow, statusOf } from '../domain/plugins/installation-row.ts'
import type { NamedInstallation } from '../domain/plugins/own-installation.ts'
import type { Caller } from '../kernel/tx.ts'

/** Secrets are masked in the row already. Without settings:read nothing is shown, not even which keys there are. */
const visible = ({ settings }: Pick<InstallationRow, 'settings'>, { holds }: Caller): Record<string, unknown> =>
  holds('settings:read') && isRecord(settings) ? settings : {}

export const presentInstallation = (row: NamedInstallation, caller: Caller): Static<typeof Installation> => ({
  object: 'installation',
  id: row.id,
  status: statusOf(row),
  pluginSlug: row.slug,
  pluginVersion: row.version,
  grantedScopes: row.granted_scopes,
  grantedEvents: row.granted_events,
  settings: visible(row, caller),
  installedAt: row.installed_at,
})

export const presentInstallationSettings = (
  row: InstallationRow,
  caller: Caller,
): Static<typeof InstallationSettings> => ({
  object: 'installation_settings',
  installationId: row.id,
  settings: visible(row, caller),
})
