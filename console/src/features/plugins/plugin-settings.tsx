import { Button, Group, Stack, Text } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { Anew } from '../../ui/as-opened.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { useLocalized } from './localized.ts'
import type { PluginProps } from './plugin-props.ts'
import { fieldsOf, patchOf, settingsIssues, startOf, type Values } from './settings.ts'
import { SettingsFields } from './settings-fields.tsx'
import { settingsTexts } from './settings-texts.ts'
import { usePluginWrite } from './use-plugin-write.ts'

/** The settings of a plugin; the form begins anew with what was saved. */
export const PluginSettings = ({ plugin }: PluginProps) => (
  <Anew of={JSON.stringify([plugin.settings, plugin.version])}>
    <SettingsForm plugin={plugin} />
  </Anew>
)

function SettingsForm({ plugin }: PluginProps) {
  const t = useTexts(settingsTexts)
  const name = useLocalized()(plugin.name)
  const saving = usePluginWrite('changePluginSettings', () => t.saved(name))
  const fields = fieldsOf(plugin.settingsSchema)
  const kept = plugin.settings
  const form = useForm<{ settings: Values }>({
    initial: { settings: startOf(fields, kept) },
    check: ({ settings }) => settingsIssues(fields, settings, kept, ''),
    send: ({ settings }) => saving.mutateAsync({ id: plugin.id, settings: patchOf(fields, settings, kept) }),
  })
  if (fields.length === 0) return <Text c="dimmed">{t.none}</Text>
  return (
    <form className="card" {...form.props}>
      <Stack gap="xl">
        <SettingsFields
          fields={fields}
          values={form.values.settings}
          kept={kept}
          issueAt={form.issueAt}
          at=""
          onChange={settings => form.set({ settings })}
        />
        <ProblemNotice error={form.error} />
        <Group>
          <Button type="submit" loading={form.pending}>
            {t.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
