import { Stack, Text } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { Day, Ltr, Name } from '../../ui/isolated.tsx'
import { Section } from '../../ui/section.tsx'
import { EventList } from './event-list.tsx'
import { HealthSection } from './health-section.tsx'
import type { PluginProps } from './plugin-props.ts'
import { pluginTexts } from './plugin-texts.ts'
import { ScopeList } from './scopes.tsx'

/** Who makes it, since when it is here, and what it may do. */
export function Overview({ plugin }: PluginProps) {
  const t = useTexts(pluginTexts)
  return (
    <Stack gap="lg">
      <section className="card" aria-label={t.tabs.overview}>
        <Facts plugin={plugin} />
      </section>
      {plugin.health && <HealthSection plugin={plugin} />}
      <Section title={t.granted}>
        <ScopeList scopes={plugin.scopes} />
      </Section>
      {plugin.events.length > 0 && (
        <Section title={t.told}>
          <EventList events={plugin.events} />
        </Section>
      )}
    </Stack>
  )
}

function Facts({ plugin }: PluginProps) {
  const t = useTexts(pluginTexts)
  const { developerName, version, installedAt, uninstalledAt, stopReason, allowedIpRanges } = plugin
  return (
    <dl className="facts">
      <div>
        <dt>{t.publisher}</dt>
        <dd>
          <Name>{developerName}</Name>
        </dd>
      </div>
      <div>
        <dt>{t.version}</dt>
        <dd>
          <Ltr>{version}</Ltr>
        </dd>
      </div>
      <div>
        <dt>{uninstalledAt === null ? t.installedAt : t.removedAt}</dt>
        <dd>
          <Day at={uninstalledAt ?? installedAt} />
        </dd>
      </div>
      {stopReason && (
        <div>
          <dt>{t.stopReason}</dt>
          <dd dir="auto">{stopReason}</dd>
        </div>
      )}
      <div>
        <dt>{t.from}</dt>
        <dd>{allowedIpRanges.length === 0 ? <Text>{t.anywhere}</Text> : <Ltr>{allowedIpRanges.join(', ')}</Ltr>}</dd>
      </div>
    </dl>
  )
}
