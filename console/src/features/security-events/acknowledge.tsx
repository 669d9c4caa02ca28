import { Button } from '@mantine/core'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useWrite } from '../../lib/use-write.ts'
import { NoteDialog } from '../../ui/note-dialog.tsx'
import { securityTexts } from './texts.ts'

/** Says that a person has looked at an event, and what they found. */
export function Acknowledge({ event: { id, kind } }: { event: Returned<'listSecurityEvents'> }) {
  const t = useTexts(securityTexts)
  const acknowledging = useWrite('acknowledgeSecurityEvent', {
    changes: ['listSecurityEvents', 'listNotices'],
    said: () => t.acknowledged,
  })
  return (
    <NoteDialog
      trigger={open => (
        <Button size="sm" variant="default" aria-label={`${t.acknowledge}: ${t.kinds[kind]}`} onClick={open}>
          {t.acknowledge}
        </Button>
      )}
      title={t.acknowledgeTitle}
      lead={t.acknowledgeLead}
      note={t.note}
      deed={t.acknowledge}
      pending={acknowledging.isPending}
      error={acknowledging.error}
      act={given => acknowledging.mutateAsync({ id, ...given })}
    />
  )
}
