import { Button, Stack, Text, Title } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useClinicApi, useForget } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Ltr, plainName } from '../../ui/isolated.tsx'
import { Room } from '../../ui/room.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { useConfirmed } from '../../ui/step-up.tsx'
import { say } from '../../ui/toast.ts'
import { type Connection, ConnectionCard } from './connection-card.tsx'
import { Disconnect } from './disconnect.tsx'
import { POLICY_CHANGES, PolicyForm } from './policy-form.tsx'
import { assistants } from './texts.ts'

/** For those who run the clinic: the rules, and the connections of all staff. */
export function ClinicAssistantsPage() {
  const t = useTexts(assistants)
  const { one, all } = useClinicApi()
  const policy = useQuery(one('getAssistantPolicy', {}))
  const connections = useQuery(all('listClinicConnections', {}))
  const knownIds = [...new Set(connections.data?.map(({ client }) => client.id))]
  return (
    <Room title={t.clinicTitle} lead={t.clinicLead}>
      <Stack gap="xl">
        <Loaded query={policy} rows={1} height={420}>
          {found => <PolicyForm policy={found} knownIds={knownIds} />}
        </Loaded>
        <Title order={2} size="h3" mt="md">
          {t.connections}
        </Title>
        <Loaded query={connections} height={260}>
          {found => <Connections connections={found} />}
        </Loaded>
      </Stack>
    </Room>
  )
}

function Connections({ connections }: { connections: Connection[] }) {
  const t = useTexts(assistants)
  if (connections.length === 0)
    return (
      <Empty icon={<IconPlugConnected size={22} stroke={1.6} />} title={t.clinicEmpty}>
        {t.clinicEmptyLead}
      </Empty>
    )
  return (
    <Stack gap="lg">
      {connections.map(connection => (
        <ConnectionCard
          key={connection.id}
          connection={connection}
          withOwner
          actions={
            <>
              <Disconnect connection={connection} as="the clinic" />
              <Block connection={connection} />
            </>
          }
        />
      ))}
    </Stack>
  )
}

/** Adds to what is blocked as it is now, so that what another has blocked stays blocked. */
function useBlock(id: string) {
  const { ask } = useClinicApi()
  const forget = useForget()
  const confirmed = useConfirmed()
  return useMutation({
    mutationFn: async () => {
      const { version, ...policy } = await ask('getAssistantPolicy', {})
      const blockedClientIds = [...new Set([...policy.blockedClientIds, id])]
      return confirmed(() => ask('putAssistantPolicy', { ...policy, blockedClientIds }, undefined, { version }))
    },
    onSuccess: () => forget(...POLICY_CHANGES),
  })
}

/** Adds the app to those that no member of the clinic may connect. */
function Block({ connection }: { connection: Connection }) {
  const t = useTexts(assistants)
  const blocking = useBlock(connection.client.id)
  const name = plainName(connection.client.name)
  const act = () => blocking.mutateAsync().then(() => say(t.isBlocked(name)))
  return (
    <Confirm
      trigger={open => (
        <Button variant="subtle" color="red" size="sm" onClick={open} aria-label={`${t.block}: ${name}`}>
          {t.block}
        </Button>
      )}
      title={t.blockTitle(name)}
      deed={t.block}
      pending={blocking.isPending}
      error={blocking.error}
      act={act}
    >
      <Stack gap="xs">
        <Text>{t.blockLead}</Text>
        <Text size="sm" c="dimmed" className="breaks">
          {t.clientId} <Ltr>{connection.client.id}</Ltr>
        </Text>
      </Stack>
    </Confirm>
  )
}
