import { Button, Group } from '@mantine/core'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { healthTexts } from './health-texts.ts'
import type { PluginProps } from './plugin-props.ts'
import { pluginTexts } from './plugin-texts.ts'
import type { Scope } from './scopes.tsx'
import { usePluginWrite } from './use-plugin-write.ts'

/** Takes back, together, the optional scopes that were granted for 90 days and not used. */
export function RemoveUnused({ plugin, scopes }: PluginProps & { scopes: readonly Scope['scope'][] }) {
  const t = useTexts(healthTexts)
  const words = useTexts(pluginTexts)
  const { language } = useLanguage()
  const changing = usePluginWrite('changePluginScopes', () => words.scopesChanged)
  if (scopes.length === 0) return null
  return (
    <Group mt="md">
      <Button
        size="sm"
        loading={changing.isPending}
        onClick={() => changing.mutate({ id: plugin.id, language, remove: [...scopes] })}
      >
        {t.removeUnused(scopes.length)}
      </Button>
      <ProblemNotice error={changing.error} />
    </Group>
  )
}
