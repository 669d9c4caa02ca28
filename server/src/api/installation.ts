import {
  getInstallation,
  type Installation,
  type InstallationSettings,
  updateInstallationSettings,
} from '@clinic/contract/installation.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import { changeSettings } from '../domain/plugins/change-settings.ts'
import { type InstallationRow, statusOf } from '../domain/plugins/installation-row.ts'
import { type NamedInstallation, ownInstallation } from '../domain/plugins/own-installation.ts'
import { implement } from '../kernel/implement.ts'
import type { Tx } from '../kernel/tx.ts'

/** Secrets are masked in the row already. Without settings:read nothing is shown, not even which keys there are. */
const visible = ({ caller }: Tx, { settings }: Pick<InstallationRow, 'settings'>): Record<string, unknown> =>
  caller.holds('settings:read') && isRecord(settings) ? settings : {}

const present = (tx: Tx, row: NamedInstallation): Static<typeof Installation> => ({
  object: 'installation',
  id: row.id,
  status: statusOf(row),
  pluginSlug: row.slug,
  pluginVersion: row.version,
  grantedScopes: row.granted_scopes,
  grantedEvents: row.granted_events,
  settings: visible(tx, row),
  installedAt: row.installed_at,
})

const presentSettings = (tx: Tx, row: InstallationRow): Static<typeof InstallationSettings> => ({
  object: 'installation_settings',
  installationId: row.id,
  settings: visible(tx, row),
})

export const installation = [
  implement(getInstallation, async tx => ({ data: present(tx, await ownInstallation(tx)) })),
  implement(updateInstallationSettings, async (tx, { settings }) => ({
    data: presentSettings(tx, await changeSettings(tx, { id: tx.caller.id, patch: settings })),
  })),
]
