import { Button, Group, Stack } from '@mantine/core'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useReadPages } from '../../lib/use-read.ts'
import { useWrite } from '../../lib/use-write.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { audit } from './texts.ts'

/** The days that are not as they were sealed, above everything until a person has said that they know. */
export function BrokenDays() {
  const events = useReadPages('listSecurityEvents', cursor => ({ open: true, kind: 'audit_broken', cursor }))
  const open = events.data?.pages.flatMap(({ data }) => data) ?? []
  return open.length === 0 ? null : (
    <Stack gap="xs">
      {open.map(event => (
        <BrokenDay key={event.id} event={event} />
      ))}
    </Stack>
  )
}

function BrokenDay({ event }: { event: Returned<'listSecurityEvents'> }) {
  const t = useTexts(audit)
  const acknowledging = useWrite('acknowledgeSecurityEvent', {
    changes: ['listSecurityEvents', 'listNotices'],
    said: () => t.acknowledged,
  })
  return (
    <div className="notice" data-tone="danger" role="alert">
      <Group justify="space-between" gap="sm">
        <span>{t.brokenDay(event.day ?? '')}</span>
        <Button
          size="sm"
          variant="default"
          loading={acknowledging.isPending}
          onClick={() => acknowledging.mutate({ id: event.id })}
        >
          {t.acknowledge}
        </Button>
      </Group>
      <ProblemNotice error={acknowledging.error} />
    </div>
  )
}
