import { Box, Button, Group } from '@mantine/core'
import { IconPlayerPause } from '@tabler/icons-react'
import { useState } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useFormats, useTexts } from '../../lib/language-choice.tsx'
import { useRead } from '../../lib/use-read.ts'
import { useMay } from '../../lib/use-session.ts'
import { useWrite } from '../../lib/use-write.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { RecoverMissed } from './recover-missed.tsx'
import { stopTexts } from './stop-texts.ts'
import { STOPPING } from './stopping.ts'

type Missed = Returned<'startPlugins'>['missed']

/** How often a room looks whether another person has stopped the plugins. */
const LOOK_MS = 15_000

/** Above every room while the plugins of the clinic are stopped; after that, what they missed. */
export function StopBar() {
  const t = useTexts(stopTexts)
  const { moment } = useFormats()
  const manages = useMay('plugins:manage')
  const state = useRead('getPluginsState', {}, { every: LOOK_MS })
  const [missed, setMissed] = useState<Missed>()
  const starting = useWrite('startPlugins', { changes: STOPPING, said: () => t.started })
  const start = () => starting.mutate({}, { onSuccess: answer => setMissed(answer.missed) })
  const since = state.data?.stoppedAt
  if (!since)
    return missed && missed.events > 0 ? <RecoverMissed missed={missed} onDone={() => setMissed(undefined)} /> : null
  return (
    <Box component="section" className="notice" data-tone="danger" role="alert" mb="lg">
      <IconPlayerPause size={20} aria-hidden />
      <Group justify="space-between" gap="sm" flex={1}>
        <span>
          {t.bar(moment(since))} {state.data?.stopReason && t.why(state.data.stopReason)}
        </span>
        {manages && (
          <Button size="sm" color="red" loading={starting.isPending} onClick={start}>
            {t.start}
          </Button>
        )}
        <ProblemNotice error={starting.error} />
      </Group>
    </Box>
  )
}
