import { Stack, Title } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRead, useReadAll } from '../../lib/use-read.ts'
import { useMay } from '../../lib/use-session.ts'
import { Room } from '../../ui/room.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Catalogue } from './catalogue.tsx'
import { InstallRequests } from './install-requests.tsx'
import { InstalledPlugins } from './installed-plugins.tsx'
import { StopAll } from './stop-all.tsx'
import { plugins } from './texts.ts'

/** The plugins of the clinic, those that are asked for, and those that it can install. */
export function PluginsPage() {
  const t = useTexts(plugins)
  const installed = useReadAll('listInstalledPlugins', {})
  const requests = useReadAll('listInstallRequests', {})
  const catalogue = useReadAll('listCatalogue', {})
  const state = useRead('getPluginsState', {})
  const manages = useMay('plugins:manage')
  const runs = state.data?.stoppedAt === null && (installed.data?.length ?? 0) > 0
  return (
    <Room title={t.title} lead={t.lead} actions={manages && runs && <StopAll />}>
      <Stack gap="md">
        <Title order={2} size="h4">
          {t.installed}
        </Title>
        <Loaded query={installed} height={120}>
          {found => <InstalledPlugins found={found} />}
        </Loaded>
        {requests.data && <InstallRequests found={requests.data} />}
        <Title order={2} size="h4" mt="md">
          {t.catalogue}
        </Title>
        <Loaded query={catalogue} height={120}>
          {found => <Catalogue found={found} asked={requests.data ?? []} />}
        </Loaded>
      </Stack>
    </Room>
  )
}
