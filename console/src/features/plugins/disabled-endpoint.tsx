import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRead } from '../../lib/use-read.ts'
import { useWrite } from '../../lib/use-write.ts'
import { Notice } from '../../ui/notice.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { RecoveryProgress } from '../deliveries/recovery-progress.tsx'
import { deliveryTexts } from '../deliveries/texts.ts'
import { accessTexts } from './access-texts.ts'
import type { PluginProps } from './plugin-props.ts'

type DisabledProps = PluginProps & { endpoint: Returned<'listPluginEndpoints'> }

/** As long as events are kept, less an hour for the person who reads the count before they recover. */
const LONGEST_MS = 30 * 86_400_000 - 3_600_000

/** An address that is off: why, what it missed since then, and how it goes on without losing any of it. */
export function DisabledEndpoint({ plugin, endpoint }: DisabledProps) {
  const t = useTexts(accessTexts)
  const words = useTexts(deliveryTexts)
  const [earliest] = useState(() => new Date(Date.now() - LONGEST_MS).toISOString())
  const since = [endpoint.updatedAt, earliest].toSorted().at(-1) ?? earliest
  const missed = useRead('countMissedEvents', { id: endpoint.id, since })
  const reasons = new Map<string, string>(Object.entries(t.reasons))
  const { disabledReason } = endpoint
  return (
    <Stack gap="sm">
      <Notice tone="warn">
        {disabledReason ? `${t.disabledFor} ${reasons.get(disabledReason) ?? t.reasons.other}.` : t.inactive}
      </Notice>
      <Text>
        {t.missedLead} {missed.data && words.counted(missed.data.missed, missed.data.more)}
      </Text>
      <EnableAndRecover plugin={plugin} endpoint={endpoint} since={since} />
    </Stack>
  )
}

function EnableAndRecover({ plugin, endpoint, since }: DisabledProps & { since: string }) {
  const t = useTexts(accessTexts)
  const { enable, error, pending, recovery } = useEnabling(plugin.id, endpoint.id, since)
  return (
    <>
      {recovery && <RecoveryProgress endpointId={endpoint.id} recovery={recovery} />}
      <Group>
        <Button loading={pending} onClick={() => void enable()}>
          {t.enableRecover}
        </Button>
      </Group>
      <ProblemNotice error={error} />
    </>
  )
}

/** Switches the address on, and has what it missed delivered. */
function useEnabling(id: string, endpointId: string, since: string) {
  const t = useTexts(accessTexts)
  const [recovery, setRecovery] = useState<Returned<'recoverEvents'>>()
  const changes = ['listPluginEndpoints', 'getInstalledPlugin', 'listInstalledPlugins', 'getPluginHealth'] as const
  const recovering = useWrite('recoverEvents', { changes: ['listRecoveries', 'listDeliveries'] })
  const enabling = useWrite('updatePluginEndpoint', { changes, said: () => t.enabled })
  const enable = async () => {
    try {
      await enabling.mutateAsync({ id, endpointId, active: true })
      setRecovery(await recovering.mutateAsync({ id: endpointId, since }))
    } catch {
      // Each says itself what was wrong.
    }
  }
  return {
    ...{ enable, recovery, error: enabling.error ?? recovering.error },
    pending: enabling.isPending || recovering.isPending,
  }
}
