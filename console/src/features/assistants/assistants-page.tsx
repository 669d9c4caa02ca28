import { Stack } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { Room } from '../../ui/room.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { AccessLog } from './access-log.tsx'
import { ConnectSection } from './connect-section.tsx'
import { ConnectionCard } from './connection-card.tsx'
import { Disconnect, DisconnectAll } from './disconnect.tsx'
import { assistants } from './texts.ts'

/** The screen that the specification's OAuth rule 10 says is missing, for the one who connected. */
export function AssistantsPage() {
  const t = useTexts(assistants)
  const connections = useQuery(useClinicApi().all('listConnections', {}))
  const several = (connections.data?.length ?? 0) > 1
  return (
    <Room title={t.title} lead={t.lead} actions={several && <DisconnectAll />}>
      <Stack gap="lg">
        <Loaded query={connections} height={260}>
          {found =>
            found.length === 0 ? (
              <Empty icon={<IconPlugConnected size={22} stroke={1.6} />} title={t.empty}>
                {t.emptyLead}
              </Empty>
            ) : (
              <Stack gap="lg">
                {found.map(connection => (
                  <ConnectionCard
                    key={connection.id}
                    connection={connection}
                    actions={
                      <>
                        <AccessLog connection={connection} />
                        <Disconnect connection={connection} as="its own" />
                      </>
                    }
                  />
                ))}
              </Stack>
            )
          }
        </Loaded>
        <ConnectSection />
      </Stack>
    </Room>
  )
}
