import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Returned } from '../../lib/api.ts'
import { useClinicApi, useForget } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { say } from '../../ui/toast.ts'
import { stopTexts } from './stop-texts.ts'

interface RecoverMissedProps {
  missed: Returned<'startPlugins'>['missed']
  /** Of one plugin alone; else of all that stand. */
  installationId?: string
  onDone: () => void
}

/** What plugins were not told of while they stood still, to be delivered to each address that missed any of it. */
export function RecoverMissed({ missed, installationId, onDone }: RecoverMissedProps) {
  const t = useTexts(stopTexts)
  const recovering = useRecovering(missed.since, installationId, onDone)
  return (
    <Notice tone="warn">
      <Group justify="space-between" gap="sm">
        {t.missed(missed.events, missed.orMore)}
        <Group gap="xs">
          <Button size="sm" loading={recovering.isPending} onClick={() => recovering.mutate()}>
            {t.recover(missed.events, missed.orMore)}
          </Button>
          <Button size="sm" variant="default" onClick={onDone}>
            {t.dismiss}
          </Button>
        </Group>
      </Group>
      <ProblemNotice error={recovering.error} />
    </Notice>
  )
}

/** Starts a recovery for each address that missed something since then. */
function useRecovering(since: string, installationId: string | undefined, onDone: () => void) {
  const t = useTexts(stopTexts)
  const { ask, askAll } = useClinicApi()
  const forget = useForget()
  return useMutation({
    mutationFn: async () => {
      const all = installationId === undefined ? await askAll('listInstalledPlugins', {}) : [{ id: installationId }]
      for (const { id } of all)
        for (const endpoint of await askAll('listPluginEndpoints', { id })) {
          if (!endpoint.active) continue
          const { missed } = await ask('countMissedEvents', { id: endpoint.id, since })
          if (missed > 0) await ask('recoverEvents', { id: endpoint.id, since })
        }
    },
    onSuccess: () => {
      say(t.recovering)
      onDone()
      return forget('listDeliveries', 'listRecoveries')
    },
  })
}
