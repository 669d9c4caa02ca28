import { Button, Group, Stack } from '@mantine/core'
import type { Returned } from '../../lib/api.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { useRead } from '../../lib/use-read.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Section } from '../../ui/section.tsx'
import { Loaded } from '../../ui/states.tsx'
import { EventList } from './event-list.tsx'
import { Examined } from './examined.tsx'
import { useLocalized } from './localized.ts'
import type { PluginProps } from './plugin-props.ts'
import { pluginTexts } from './plugin-texts.ts'
import { type Scope, ScopeChoice, ScopeList } from './scopes.tsx'
import { fieldsOf, patchOf, settingsIssues, startOf, type Values } from './settings.ts'
import { SettingsFields } from './settings-fields.tsx'
import { usePluginWrite } from './use-plugin-write.ts'

type Difference = Returned<'getPluginUpgrade'>

/** Only what differs, and the decision. */
export function Upgrade({ plugin }: PluginProps) {
  const upgrade = useRead('getPluginUpgrade', { id: plugin.id })
  return (
    <Loaded query={upgrade} rows={2} height={120}>
      {found => <Decide key={found.consent.consentHash} plugin={plugin} upgrade={found} />}
    </Loaded>
  )
}

function Differences({ upgrade }: { upgrade: Difference }) {
  const t = useTexts(pluginTexts)
  const { addedScopes, droppedScopes, addedEvents, droppedEvents } = upgrade
  return (
    <>
      {addedScopes.length > 0 && (
        <Section title={t.added}>
          <ScopeList scopes={addedScopes} />
        </Section>
      )}
      {droppedScopes.length > 0 && (
        <Section title={t.dropped}>
          <ScopeList scopes={droppedScopes} />
        </Section>
      )}
      {addedEvents.length > 0 && (
        <Section title={t.toldAlso}>
          <EventList events={addedEvents} />
        </Section>
      )}
      {droppedEvents.length > 0 && (
        <Section title={t.toldNoMore}>
          <EventList events={droppedEvents} />
        </Section>
      )}
    </>
  )
}

function Decide({ plugin, upgrade }: PluginProps & { upgrade: Difference }) {
  const t = useTexts(pluginTexts)
  const { form, fields } = useDecision(plugin, upgrade)
  const { optional, plugin: offered } = upgrade.consent
  return (
    <form {...form.props}>
      <Stack gap="lg">
        <Examined at={offered.examinedAt} />
        <Differences upgrade={upgrade} />
        {optional.length > 0 && (
          <Section title={t.optional}>
            <ScopeChoice
              scopes={optional}
              chosen={form.values.optionalScopes}
              onChoose={optionalScopes => form.set({ optionalScopes })}
            />
          </Section>
        )}
        {fields.length > 0 && (
          <Section title={t.needed}>
            <SettingsFields
              fields={fields}
              values={form.values.settings}
              kept={plugin.settings}
              issueAt={form.issueAt}
              at="/settings"
              onChange={settings => form.set({ settings })}
            />
          </Section>
        )}
        <ProblemNotice error={form.error} />
        <Group>
          <Button type="submit" loading={form.pending}>
            {t.approve}
          </Button>
          <Keep plugin={plugin} />
        </Group>
      </Stack>
    </form>
  )
}

function useDecision(plugin: PluginProps['plugin'], { consent, missingSettings }: Difference) {
  const t = useTexts(pluginTexts)
  const name = useLocalized()(plugin.name)
  const { language } = useLanguage()
  const approving = usePluginWrite('approvePluginUpgrade', () => t.approved(name))
  const all = fieldsOf(consent.settingsSchema)
  const fields = all.filter(({ key }) => missingSettings.includes(key))
  const granted = new Set(plugin.scopes.map(({ scope }) => scope))
  const form = useForm<{ optionalScopes: Scope['scope'][]; settings: Values }>({
    initial: {
      // What was granted goes on, unless it is taken back here.
      optionalScopes: consent.optional.map(({ scope }) => scope).filter(scope => granted.has(scope)),
      settings: startOf(fields, plugin.settings),
    },
    check: ({ settings }) => settingsIssues(fields, settings, {}, '/settings'),
    send: ({ optionalScopes, settings }) =>
      approving.mutateAsync({
        ...{ id: plugin.id, consentHash: consent.consentHash, language, optionalScopes },
        settings: patchOf(fields, settings, plugin.settings),
      }),
  })
  return { form, fields }
}

function Keep({ plugin }: PluginProps) {
  const t = useTexts(pluginTexts)
  const name = useLocalized()(plugin.name)
  const keeping = usePluginWrite('declinePluginUpgrade', () => t.kept(name))
  return (
    <>
      <Button variant="default" loading={keeping.isPending} onClick={() => keeping.mutate({ id: plugin.id })}>
        {t.keep}
      </Button>
      <ProblemNotice error={keeping.error} />
    </>
  )
}
