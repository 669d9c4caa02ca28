import { Button, Stack, Text } from '@mantine/core'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { useReadAll } from '../../lib/use-read.ts'
import { useMay } from '../../lib/use-session.ts'
import { Moment } from '../../ui/isolated.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Section } from '../../ui/section.tsx'
import { Loaded } from '../../ui/states.tsx'
import type { PluginProps } from './plugin-props.ts'
import { pluginTexts } from './plugin-texts.ts'
import { type Scope, ScopeList } from './scopes.tsx'
import { usePluginWrite } from './use-plugin-write.ts'

/** What the plugin was granted, what it could be, and what was agreed to. */
export function Access({ plugin }: PluginProps) {
  const t = useTexts(pluginTexts)
  const { language } = useLanguage()
  const manages = useMay('plugins:manage') && plugin.status !== 'UNINSTALLED'
  const changing = usePluginWrite('changePluginScopes', () => t.scopesChanged)
  const isRequired = ({ scope }: Scope) => !plugin.removableScopes.includes(scope)
  const besides = plugin.scopes.filter(scope => !isRequired(scope))
  const change = (how: 'add' | 'remove', word: string) => (scope: Scope) =>
    manages && (
      <Button
        variant="default"
        size="compact-sm"
        loading={changing.isPending}
        onClick={() => changing.mutate({ id: plugin.id, language, [how]: [scope.scope] })}
        aria-label={`${word}: ${scope[language]}`}
      >
        {word}
      </Button>
    )
  return (
    <Stack gap="lg">
      <Section title={t.required} lead={t.requiredLead}>
        <ScopeList scopes={plugin.scopes.filter(isRequired)} />
      </Section>
      {besides.length > 0 && (
        <Section title={t.optionalGranted}>
          <ScopeList scopes={besides} action={change('remove', t.take)} />
        </Section>
      )}
      {plugin.optional.length > 0 && (
        <Section title={t.optionalOpen}>
          <ScopeList scopes={plugin.optional} action={change('add', t.grant)} />
        </Section>
      )}
      <ProblemNotice error={changing.error} />
      <Receipts plugin={plugin} />
    </Stack>
  )
}

function Receipts({ plugin }: PluginProps) {
  const t = useTexts(pluginTexts)
  const receipts = useReadAll('listConsentReceipts', { id: plugin.id })
  return (
    <Section title={t.receipts}>
      <Loaded query={receipts} rows={1} height={64}>
        {found => (
          <ul className="rows">
            {found.map(({ id, givenAt, giverName, version, scopes }) => (
              <li key={id}>
                <Text fw={600}>{t.receiptOf(giverName ?? t.bySystem, version)}</Text>
                <Text size="sm" c="dimmed">
                  <Moment at={givenAt} /> · {t.permissionCount(scopes.length)}
                </Text>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  )
}
