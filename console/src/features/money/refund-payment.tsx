import { Button, Group } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { useWrite } from '../../lib/use-write.ts'
import { NoteDialog } from '../../ui/note-dialog.tsx'
import { moneyDeeds } from './deed-texts.ts'
import { PAID, useRefused } from './use-paid.ts'

/** Gives a payment back, with the reason for it. */
export function RefundPayment({ id }: { id: string }) {
  const t = useTexts(moneyDeeds)
  const { mutateAsync, isPending, error } = useWrite('refundClinicPayment', { changes: PAID, said: () => t.isRefunded })
  const own = useRefused(error)
  return (
    <NoteDialog
      trigger={open => (
        <Group>
          <Button variant="default" onClick={open}>
            {t.refund}
          </Button>
        </Group>
      )}
      title={t.refundTitle}
      lead={t.refundLead}
      note={t.reason}
      missing={t.reasonMissing}
      deed={t.refund}
      isDanger
      pending={isPending}
      {...{ error, own }}
      act={({ note = '' }) => mutateAsync({ id, reason: note })}
    />
  )
}
