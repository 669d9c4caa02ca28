import { Stack } from '@mantine/core'
import { useState } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRoomParam } from '../../lib/url-state.ts'
import { useRead } from '../../lib/use-read.ts'
import { useMay } from '../../lib/use-session.ts'
import { Notice } from '../../ui/notice.tsx'
import { Room } from '../../ui/room.tsx'
import { RoomTabs, useTab } from '../../ui/room-tabs.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Access } from './access.tsx'
import { Endpoints } from './endpoints.tsx'
import { HealthTag } from './health-tag.tsx'
import { Keys } from './keys.tsx'
import { useLocalized } from './localized.ts'
import { Overview } from './overview.tsx'
import { PluginActions } from './plugin-actions.tsx'
import { PluginDeliveries } from './plugin-deliveries.tsx'
import { PluginSettings } from './plugin-settings.tsx'
import { pluginTexts } from './plugin-texts.ts'
import { RecoverMissed } from './recover-missed.tsx'
import { Requests } from './requests.tsx'
import { plugins } from './texts.ts'
import { UpgradeNotice } from './upgrade-notice.tsx'

type Plugin = Returned<'getInstalledPlugin'>

/** One plugin of the clinic: how it stands, what it may do, its keys, addresses and settings. */
export function PluginPage() {
  const words = useTexts(plugins)
  const id = useRoomParam('id')
  const plugin = useRead('getInstalledPlugin', { id })
  if (plugin.data) return <Shown plugin={plugin.data} />
  return (
    <Room title={words.title}>
      <Loaded query={plugin} rows={2} height={200}>
        {() => null}
      </Loaded>
    </Room>
  )
}

/** What each part shows. */
const PARTS = {
  ...{ overview: Overview, access: Access, keys: Keys, endpoints: Endpoints, settings: PluginSettings },
  ...{ requests: Requests, deliveries: PluginDeliveries },
}

/** All but these two are for those who manage plugins, as long as there is one. */
function useParts(plugin: Plugin): Readonly<Partial<Record<keyof typeof PARTS, string>>> {
  const { tabs } = useTexts(pluginTexts)
  const manages = useMay('plugins:manage') && plugin.status !== 'UNINSTALLED'
  return manages ? tabs : { overview: tabs.overview, access: tabs.access }
}

function Shown({ plugin }: { plugin: Plugin }) {
  const t = useTexts(pluginTexts)
  const localized = useLocalized()
  const manages = useMay('plugins:manage')
  const parts = useParts(plugin)
  const [missed, setMissed] = useState<Returned<'resumePlugin'>['missed']>()
  const Part = PARTS[useTab(parts) ?? 'overview']
  return (
    <Room
      title={localized(plugin.name)}
      state={<HealthTag plugin={plugin} />}
      actions={manages && plugin.status !== 'UNINSTALLED' && <PluginActions plugin={plugin} onResumed={setMissed} />}
    >
      <Stack gap="lg">
        {missed && missed.events > 0 && (
          <RecoverMissed missed={missed} installationId={plugin.id} onDone={() => setMissed(undefined)} />
        )}
        {plugin.status === 'UNINSTALLED' && <Notice>{t.wasRemoved}</Notice>}
        {plugin.pendingVersion !== null && plugin.status !== 'UNINSTALLED' && <UpgradeNotice plugin={plugin} />}
      </Stack>
      <RoomTabs label={t.parts} tabs={parts} />
      <Part plugin={plugin} />
    </Room>
  )
}
