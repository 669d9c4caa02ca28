import { Button, Group, Stack } from '@mantine/core'
import { IconVideo } from '@tabler/icons-react'
import { useId } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useWrite } from '../../lib/use-write.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { isUnfinished } from './status-rules.ts'
import { visits } from './visit-texts.ts'

interface CallProps {
  visit: Returned<'getDayAppointment'>
  /** Whether the clinic has said where its calls take place. */
  isSetUp: boolean
}

/** Opens the call of a visit by video, in a window of its own; where the clinic has none, why. */
export function VideoCall({ visit, isSetUp }: CallProps) {
  const t = useTexts(visits)
  const why = useId()
  const starting = useWrite('startVideo', {
    changes: ['getDayAppointment'],
    done: ({ url }) => window.open(url, '_blank', 'noopener,noreferrer'),
  })
  if (!visit.isOnline || !isUnfinished(visit)) return null
  const { data, error } = starting
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconVideo size={18} aria-hidden />}
          loading={starting.isPending}
          disabled={!isSetUp}
          aria-describedby={isSetUp ? undefined : why}
          onClick={() => starting.mutate({ id: visit.id })}
        >
          {t.startVideo}
        </Button>
        {data && (
          <a href={data.url} target="_blank" rel="noreferrer">
            {t.toVideo}
          </a>
        )}
      </Group>
      {!isSetUp && (
        <div className="small" id={why}>
          {t.noVideo}
        </div>
      )}
      <ProblemNotice error={error} own={{ video_not_configured: t.noVideo }} />
    </Stack>
  )
}
