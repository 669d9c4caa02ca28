import { Button, Group, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { useRead } from '../../lib/use-read.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { EventList } from './event-list.tsx'
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

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <Title order={3} size="h5" mb="sm">
      {title}
    </Title>
    {children}
  </section>
)

function Differences({ upgrade }: { upgrade: Difference }) {
  const t = useTexts(pluginTexts)
  const { addedScopes, droppedScopes, addedEvents, droppedEvents } = upgrade
  return (
    <>
      {addedScopes.length > 0 && (
        <Part title={t.added}>
          <ScopeList scopes={addedScopes} />
        </Part>
      )}
      {droppedScopes.length > 0 && (
        <Part title={t.dropped}>
          <ScopeList scopes={droppedScopes} />
        </Part>
      )}
      {addedEvents.length > 0 && (
        <Part title={t.toldAlso}>
          <EventList events={addedEvents} />
        </Part>
      )}
      {droppedEvents.length > 0 && (
        <Part title={t.toldNoMore}>
          <EventList events={droppedEvents} />
        </Part>
      )}
    </>
  )
}

function Decide({ plugin, upgrade }: PluginProps & { upgrade: Difference }) {
  const t = useTexts(pluginTexts)
  const { form, fields } = useDecision(plugin, upgrade)
  const { optional } = upgrade.consent
  return (
    <form {...form.props}>
      <Stack gap="xl">
        <Differences upgrade={upgrade} />
        {optional.length > 0 && (
          <Part title={t.optional}>
            <ScopeChoice
              scopes={optional}
              chosen={form.values.optionalScopes}
              onChoose={optionalScopes => form.set({ optionalScopes })}
            />
          </Part>
        )}
        {fields.length > 0 && (
          <Part title={t.needed}>
            <SettingsFields
              fields={fields}
              values={form.values.settings}
              kept={plugin.settings}
              issueAt={form.issueAt}
              at="/settings"
              onChange={settings => form.set({ settings })}
            />
          </Part>
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
  const { close } = useDrawer()
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
      approving
        .mutateAsync({
          ...{ id: plugin.id, consentHash: consent.consentHash, language, optionalScopes },
          settings: patchOf(fields, settings, plugin.settings),
        })
        .then(close),
  })
  return { form, fields }
}

function Keep({ plugin }: PluginProps) {
  const t = useTexts(pluginTexts)
  const name = useLocalized()(plugin.name)
  const { close } = useDrawer()
  const keeping = usePluginWrite('declinePluginUpgrade', () => t.kept(name))
  return (
    <>
      <Button
        variant="default"
        loading={keeping.isPending}
        onClick={() => keeping.mutate({ id: plugin.id }, { onSuccess: close })}
      >
        {t.keep}
      </Button>
      <ProblemNotice error={keeping.error} />
    </>
  )
}
