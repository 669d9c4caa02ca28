import { Button, Stack } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useOwnPublisher } from '../../lib/own-publisher.ts'
import { usePublisherReadAll } from '../../lib/publisher.ts'
import type { PublisherReturned } from '../../lib/publisher-api.ts'
import { Room } from '../../ui/room.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { sandboxTexts } from './sandbox-texts.ts'
import { TestInstall } from './test-install.tsx'
import { TestInstalled } from './test-installed.tsx'

type Installed = PublisherReturned<'createTestInstallation'>

/** The sandbox clinic of the publisher, and a version tried in it. */
export function SandboxPage() {
  const t = useTexts(sandboxTexts)
  const publisher = useOwnPublisher()
  const plugins = usePublisherReadAll('listOwnPlugins', {})
  const [installed, setInstalled] = useState<Installed>()
  if (installed) return <TestInstalled installed={installed} onAnother={() => setInstalled(undefined)} />
  return (
    <Room title={t.title} lead={t.lead}>
      <Stack gap="lg">
        <Section title={t.clinic} lead={t.clinicLead}>
          <Button component={Link} to={`/c/${publisher?.sandboxClinicId}`} variant="default">
            {t.enter}
          </Button>
        </Section>
        <Loaded query={plugins} rows={1} height={240}>
          {found =>
            found.some(({ newestVersion }) => newestVersion !== null) ? (
              <TestInstall plugins={found} onInstalled={setInstalled} />
            ) : (
              <Empty icon={<IconFlask size={22} stroke={1.6} />} title={t.noPlugin}>
                {t.noPluginLead}
              </Empty>
            )
          }
        </Loaded>
      </Stack>
    </Room>
  )
}
