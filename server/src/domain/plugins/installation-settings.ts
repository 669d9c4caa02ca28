import type { Issue } from '@clinic/contract/errors.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import type { Manifest } from '@clinic/contract/manifest.ts'
import { applySettings, changedKeys, SECRET_MASK, type Settings } from '@clinic/contract/settings-schema.ts'
import type { SecretBox } from '../../kernel/values/secret-box.ts'
import type { InstallationRow } from './installation-row.ts'
import { matchesPattern } from './setting-pattern.ts'

/** `settings` is what may be shown, with a mask in place of each secret; the secrets lie sealed beside it. */
type Stored = Pick<InstallationRow, 'id' | 'settings' | 'sealed_settings'>

export interface SettingsChange {
  /** Columns to write. */
  columns: Pick<InstallationRow, 'settings' | 'sealed_settings'>
  changedKeys: string[]
  issues: Issue[]
}

type Schema = Manifest['settingsSchema']

/** What sealed settings are bound to. */
export const settingsPurpose = (installationId: string) => `installation settings ${installationId}`
const mapOf = (value: unknown): Settings => (isRecord(value) ? value : {})

function secretsOf(box: SecretBox, { id, sealed_settings }: Stored): Settings {
  if (sealed_settings === null) return {}
  const opened: unknown = JSON.parse(box.open(sealed_settings, settingsPurpose(id)).toString())
  return mapOf(opened)
}

/** The settings as the clinic entered them, secrets included. */
export const openSettings = (box: SecretBox, installation: Stored): Settings => ({
  ...mapOf(installation.settings),
  ...secretsOf(box, installation),
})

const keysOfType = (schema: Schema, type: string): string[] =>
  schema?.fields.filter(field => field.type === type).map(field => field.key) ?? []

/** What was once a secret stays one until it gets another value, whatever a later schema says. */
function columnsFor(box: SecretBox, installation: Stored, schema: Schema, settings: Settings) {
  const earlier = secretsOf(box, installation)
  const kept = Object.keys(earlier).filter(key => settings[key] === earlier[key])
  const secret = new Set([...keysOfType(schema, 'secret'), ...kept])
  const sealed = Object.entries(settings).filter(([key]) => secret.has(key))
  const masks = Object.fromEntries(sealed.map(([key]) => [key, SECRET_MASK]))
  const text = JSON.stringify(Object.fromEntries(sealed))
  return {
    settings: { ...settings, ...masks },
    sealed_settings: sealed.length === 0 ? null : box.seal(text, settingsPurpose(installation.id)),
  }
}

/** Merges a patch into the settings by the rules of the schema. With issues nothing is to be written. */
export function patchSettings(box: SecretBox, installation: Stored, schema: Schema, patch: Settings): SettingsChange {
  const current = openSettings(box, installation)
  const applied = applySettings(schema ?? null, current, patch, matchesPattern)
  const columns = columnsFor(box, installation, schema, applied.settings)
  return { columns, changedKeys: [...applied.changedKeys], issues: [...applied.issues] }
}

/**
 * Takes the settings over to another schema and patches them: everything that the schema knows is checked against it
 * anew; what it does not know is kept aside, in case a later version knows it again.
 */
export function carrySettings(
  box: SecretBox,
  installation: Stored,
  schema: Schema,
  patch: Settings = {},
): SettingsChange {
  if (!schema) return patchSettings(box, installation, schema, patch)
  const current = openSettings(box, installation)
  const keys = new Set(schema.fields.map(({ key }) => key))
  const known = pick(current, key => keys.has(key))
  const given = pick(patch, (key, value) => value !== SECRET_MASK || !Object.hasOwn(known, key))
  const { settings, issues } = applySettings(schema, {}, { ...known, ...given }, matchesPattern)
  const carried = { ...pick(current, key => !keys.has(key)), ...settings }
  const columns = columnsFor(box, installation, schema, carried)
  return { columns, changedKeys: changedKeys(current, carried), issues: [...issues] }
}

const pick = (settings: Settings, wanted: (key: string, value: unknown) => boolean): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([key, value]) => wanted(key, value)))
