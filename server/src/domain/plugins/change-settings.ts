import { pluginSettingsUpdated } from '@clinic/contract/installation.ts'
import type { Settings } from '@clinic/contract/settings-schema.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { InstallationRow } from './installation-row.ts'
import { patchSettings } from './installation-settings.ts'
import { pluginVersion } from './plugin-version.ts'
import { missingRecords } from './setting-records.ts'

interface SettingsPatch {
  id: string
  patch: Settings
  /** Where the patch stands in what was sent: the beginning of each problem's place. */
  path?: string
}

/**
 * Merges a patch into an installation's settings: null deletes a key, secrets are sealed. Refused as a whole, with every
 * problem in one refusal; a patch that changes nothing writes nothing and fires nothing.
 */
export async function changeSettings(tx: Tx, { id, patch, path = '' }: SettingsPatch): Promise<InstallationRow> {
  const installation = await tx.lock('installation', id)
  const { settingsSchema } = (await pluginVersion(tx, installation.plugin_version_id)).manifest
  const { columns, changedKeys, issues } = patchSettings(tx.box, installation, settingsSchema, patch)
  issues.push(...(await missingRecords(tx, settingsSchema, patch, installation.settings)))
  if (issues.length > 0) return refuseInput(...issues.map(issue => ({ ...issue, path: path + issue.path })))
  tx.touched.left(Object.keys(patch).filter(key => !changedKeys.includes(key)))
  if (changedKeys.length === 0) return installation
  const changed = await tx.update('installation', id, columns)
  tx.emit(pluginSettingsUpdated, { id, changedKeys }, {})
  return changed
}
