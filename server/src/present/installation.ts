import { Installation, InstallationSettings } from '@clinic/contract/installation.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import type { NamedInstallation } from '../domain/plugins/own-installation.ts'
import { presenter } from '../kernel/presenter.ts'
import type { Caller } from '../kernel/tx.ts'

type Seen<Row> = Row & { caller: Caller }

/** Secrets are masked in the row already. Without settings:read nothing is shown, not even which keys there are. */
const settings = ({ settings, caller }: Seen<{ settings: unknown }>): Record<string, unknown> =>
  caller.holds('settings:read') && isRecord(settings) ? settings : {}

export const presentInstallation = presenter<Seen<NamedInstallation>, typeof Installation>(Installation, {
  pluginSlug: 'slug',
  pluginVersion: 'version',
  settings,
})

export const presentInstallationSettings = presenter<
  Seen<Pick<NamedInstallation, 'id' | 'settings'>>,
  typeof InstallationSettings
>(InstallationSettings, { installationId: 'id', settings })
