import { Stack, Title } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { useReadAll } from '../../lib/use-read.ts'
import { Room } from '../../ui/room.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Catalogue } from './catalogue.tsx'
import { InstalledPlugins } from './installed-plugins.tsx'
import { plugins } from './texts.ts'

/** The plugins of the clinic, and those that it can install. */
export function PluginsPage() {
  const t = useTexts(plugins)
  const installed = useReadAll('listInstalledPlugins', {})
  const catalogue = useReadAll('listCatalogue', {})
  return (
    <Room title={t.title} lead={t.lead}>
      <Stack gap="md">
        <Title order={2} size="h4">
          {t.installed}
        </Title>
        <Loaded query={installed} height={120}>
          {found => <InstalledPlugins found={found} />}
        </Loaded>
        <Title order={2} size="h4" mt="md">
          {t.catalogue}
        </Title>
        <Loaded query={catalogue} height={120}>
          {found => <Catalogue found={found} />}
        </Loaded>
      </Stack>
    </Room>
  )
}
