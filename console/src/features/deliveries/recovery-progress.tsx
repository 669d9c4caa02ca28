import { Progress, Stack, Text } from '@mantine/core'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useReadAll } from '../../lib/use-read.ts'
import { deliveryTexts } from './texts.ts'

interface RecoveryProgressProps {
  endpointId: string
  recovery: Returned<'recoverEvents'>
}

/** How far a recovery is, until it is done. */
export function RecoveryProgress({ endpointId: id, recovery }: RecoveryProgressProps) {
  const t = useTexts(deliveryTexts)
  const latest = useReadAll('listRecoveries', { id }, { every: 2000 })
  const now = latest.data?.find(one => one.id === recovery.id) ?? recovery
  const percent = Math.round(now.progress * 100)
  const isDone = now.status === 'COMPLETED'
  return (
    <Stack gap="xs">
      <Progress value={isDone ? 100 : percent} animated={!isDone} aria-label={t.recoverTitle} />
      <Text role="status">{isDone ? t.done(now.deliveries) : t.progress(percent, now.deliveries)}</Text>
    </Stack>
  )
}
