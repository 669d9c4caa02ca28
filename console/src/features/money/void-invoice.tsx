import { Button, Group } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { useWrite } from '../../lib/use-write.ts'
import { NoteDialog } from '../../ui/note-dialog.tsx'
import { moneyDeeds } from './deed-texts.ts'
import { PAID } from './use-paid.ts'

/** Makes an invoice void, with the reason for it. */
export function VoidInvoice({ id }: { id: string }) {
  const d = useTexts(moneyDeeds)
  const { mutateAsync, isPending, error } = useWrite('voidInvoice', { changes: PAID, said: () => d.isVoid })
  return (
    <NoteDialog
      trigger={open => (
        <Group>
          <Button variant="default" onClick={open}>
            {d.void}
          </Button>
        </Group>
      )}
      title={d.voidTitle}
      lead={d.voidLead}
      note={d.reason}
      missing={d.reasonMissing}
      deed={d.void}
      isDanger
      pending={isPending}
      error={error}
      act={({ note = '' }) => mutateAsync({ id, reason: note })}
    />
  )
}
