import { isRecord } from '@clinic/contract/json-schema.ts'
import type { SettingField } from '@clinic/contract/setting-fields.ts'
import { valueIssues } from '@clinic/contract/setting-values.ts'
import { refuseInput } from '../../../kernel/errors.ts'
import type { Tx } from '../../../kernel/tx.ts'
import { changeSettings } from '../../plugins/change-settings.ts'
import { pluginVersion } from '../../plugins/plugin-version.ts'
import { reinstallPlugin } from '../../plugins/reinstall-plugin.ts'
import { matchesPattern } from '../../plugins/setting-pattern.ts'
import { uninstallPlugin } from '../../plugins/uninstall-plugin.ts'
import { triggers } from '../trigger.ts'

/** Values to choose another one from, by the type of the field; records and secrets have none. */
function candidates({ type, min = 0, max, options = [] }: SettingField, current: unknown): readonly unknown[] {
  const values = options.map(({ value }) => value)
  const next = typeof current === 'number' ? current + 1 : min
  const byType: Partial<Record<SettingField['type'], readonly unknown[]>> = {
    text: ['Changed', 'Changed again', 'Changed in the sandbox, more than once'],
    number: [next, min, max],
    integer: [next, Math.ceil(min), max],
    boolean: [true, false],
    select: values,
    multiselect: values.map(value => [value]),
    url: ['https://sandbox.example/1', 'https://sandbox.example/2'],
    email: ['one@sandbox.example', 'two@sandbox.example'],
    phone: ['+966500000001', '+966500000002'],
    date: ['2030-01-01', '2030-01-02'],
    time: ['09:00', '10:00'],
  }
  return byType[type] ?? []
}

/** A patch that gives the first field of the schema that it can another value; without a schema, a key of its own. */
async function anotherValue(tx: Tx, installationId: string): Promise<Record<string, unknown>> {
  const { plugin_version_id, settings } = await tx.get('installation', installationId)
  const { settingsSchema } = (await pluginVersion(tx, plugin_version_id)).manifest
  if (!settingsSchema) return { changedInSandbox: tx.now }
  const current = isRecord(settings) ? settings : {}
  for (const field of settingsSchema.fields) {
    const now = current[field.key]
    const fits = (value: unknown) =>
      value !== undefined &&
      JSON.stringify(value) !== JSON.stringify(now) &&
      valueIssues(field, value, '', matchesPattern).length === 0
    const value = candidates(field, now).find(fits)
    if (value !== undefined) return { [field.key]: value }
  }
  return refuseInput({ path: '/type', code: 'no_setting', message: 'needs a setting that is no secret and no record' })
}

export const pluginTriggers = triggers({
  'plugin.settings.updated': async (tx, _set, { installationId: id }) =>
    changeSettings(tx, { id, patch: await anotherValue(tx, id) }),
  'installation.uninstalled': async (tx, { reinstall = true }, { installationId: id }) => {
    if (!reinstall) return uninstallPlugin(tx, { id })
    const { token } = await reinstallPlugin(tx, { id })
    return { token }
  },
})
