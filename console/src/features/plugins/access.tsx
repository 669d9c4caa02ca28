import { Button, Stack, Text } from '@mantine/core'
import { useFormats, useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { useRead } from '../../lib/use-read.ts'
import { useMay } from '../../lib/use-session.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Section } from '../../ui/section.tsx'
import { AskDeveloper } from './ask-developer.tsx'
import { healthTexts } from './health-texts.ts'
import type { PluginProps } from './plugin-props.ts'
import { pluginTexts } from './plugin-texts.ts'
import { Receipts } from './receipts.tsx'
import { RemoveUnused } from './remove-unused.tsx'
import { type Scope, ScopeList } from './scopes.tsx'
import { usePluginWrite } from './use-plugin-write.ts'

/** What the plugin was granted and makes use of, what it could be, and what was agreed to. */
export function Access({ plugin }: PluginProps) {
  const t = useTexts(pluginTexts)
  const used = useUse(plugin)
  const manages = useMay('plugins:manage') && plugin.status !== 'UNINSTALLED'
  const { change, error } = useChange(plugin, manages)
  const isRequired = ({ scope }: Scope) => !plugin.removableScopes.includes(scope)
  const besides = plugin.scopes.filter(scope => !isRequired(scope))
  return (
    <Stack gap="lg">
      <Section title={t.required} lead={t.requiredLead}>
        <ScopeList scopes={plugin.scopes.filter(isRequired)} action={used.say} />
        {manages && <AskDeveloper plugin={plugin} scopes={used.unusedRequired} />}
      </Section>
      {besides.length > 0 && (
        <Section title={t.optionalGranted}>
          <ScopeList
            scopes={besides}
            action={scope => (
              <>
                {change('remove', t.take)(scope)} {used.say(scope)}
              </>
            )}
          />
          {manages && <RemoveUnused plugin={plugin} scopes={used.unusedOptional} />}
        </Section>
      )}
      {plugin.optional.length > 0 && (
        <Section title={t.optionalOpen}>
          <ScopeList scopes={plugin.optional} action={change('add', t.grant)} />
        </Section>
      )}
      <ProblemNotice error={error} />
      <Receipts plugin={plugin} />
    </Stack>
  )
}

/** Grants one optional scope, or takes it back. */
function useChange(plugin: PluginProps['plugin'], manages: boolean) {
  const t = useTexts(pluginTexts)
  const { language } = useLanguage()
  const changing = usePluginWrite('changePluginScopes', () => t.scopesChanged)
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
  return { change, error: changing.error }
}

/** How often each scope was made use of, in words. */
function useUse(plugin: PluginProps['plugin']) {
  const t = useTexts(healthTexts)
  const { day } = useFormats()
  const use = useRead('getScopeUse', { id: plugin.id })
  const found = use.data?.scopes ?? []
  const say = ({ scope }: Scope) => {
    const one = found.find(each => each.scope === scope)
    if (!one) return null
    const counted = one.requests30 > 0 ? t.usedLately(one.requests30, one.patients30) : t.usedLong(one.requests90)
    const last = one.lastUsedAt === null ? [] : [t.lastOn(day(one.lastUsedAt))]
    return (
      <Text size="sm" c="dimmed">
        {one.requests90 === 0 ? [t.notUsed, ...last].join(' · ') : [counted, ...last].join(' · ')}
      </Text>
    )
  }
  const unused = found.filter(one => one.requests90 === 0)
  return {
    say,
    unusedRequired: unused.filter(({ required }) => required).map(({ scope }) => scope),
    unusedOptional: found.filter(one => one.unused && !one.required).map(({ scope }) => scope),
  }
}
