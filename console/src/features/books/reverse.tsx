import { Button, Group } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { useWrite } from '../../lib/use-write.ts'
import { NoteDialog } from '../../ui/note-dialog.tsx'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { books } from './texts.ts'
import { MONEY_MOVED, useRefused } from './use-refused.ts'

interface ReverseProps {
  operation: 'reverseBookedExpense' | 'reverseBookedIncome'
  id: string
}

/** Takes an entry back by a counter-entry, with the reason for it. */
export function Reverse({ operation, id }: ReverseProps) {
  const t = useTexts(books)
  const { close } = useDrawer()
  const { mutateAsync, isPending, error } = useWrite(operation, { changes: MONEY_MOVED, said: () => t.entryReversed })
  const own = useRefused(error)
  return (
    <NoteDialog
      trigger={open => (
        <Group>
          <Button variant="default" onClick={open}>
            {t.reverse}
          </Button>
        </Group>
      )}
      title={t.reverseTitle}
      lead={t.reverseLead}
      note={t.reason}
      missing={t.reasonMissing}
      deed={t.reverse}
      isDanger
      {...{ error, own }}
      pending={isPending}
      act={async ({ note = '' }) => {
        await mutateAsync({ id, reason: note })
        close()
      }}
    />
  )
}
