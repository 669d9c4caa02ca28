import { Button } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { useWrite } from '../../lib/use-write.ts'
import { NoteDialog } from '../../ui/note-dialog.tsx'
import { requestTexts } from './request-texts.ts'

/** Asks the owners of the clinic for a plugin, with what it is wanted for. */
export function AskOwner({ slug, name }: { slug: string; name: string }) {
  const t = useTexts(requestTexts)
  const asking = useWrite('askForPlugin', { changes: ['listInstallRequests', 'listNotices'], said: () => t.asked })
  return (
    <NoteDialog
      trigger={open => (
        <Button size="sm" variant="default" aria-label={t.askOf(name)} onClick={open}>
          {t.ask}
        </Button>
      )}
      title={t.askOf(name)}
      lead={t.askLead}
      note={t.note}
      deed={t.send}
      pending={asking.isPending}
      error={asking.error}
      act={given => asking.mutateAsync({ slug, ...given })}
    />
  )
}
