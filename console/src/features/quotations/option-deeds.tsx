import { Button, Group } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { useWrite } from '../../lib/use-write.ts'
import { NoteDialog } from '../../ui/note-dialog.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { type Option, QUOTED } from './quotation-parts.tsx'
import { quotations } from './texts.ts'

/** What may be done with one option. */
export function OptionDeeds({ option: { id, allowed, optionLabel } }: { option: Option }) {
  const t = useTexts(quotations)
  const { open } = useDrawer()
  const renewing = useWrite('renewQuotation', { changes: QUOTED, said: () => t.renewed })
  const withdrawing = useWrite('withdrawQuotation', { changes: QUOTED, said: () => t.withdrawn })
  return (
    <>
      <ProblemNotice error={renewing.error} />
      <Group gap="xs">
        {allowed.includes('EDIT') && (
          <Button size="compact-md" variant="default" onClick={() => open(id)}>
            {t.edit}
          </Button>
        )}
        {allowed.includes('RENEW') && (
          <Button
            size="compact-md"
            variant="default"
            loading={renewing.isPending}
            onClick={() => renewing.mutate({ id })}
          >
            {t.renew}
          </Button>
        )}
        {allowed.includes('WITHDRAW') && (
          <NoteDialog
            trigger={ask => (
              <Button size="compact-md" variant="subtle" color="red" onClick={ask}>
                {t.withdraw}
              </Button>
            )}
            title={t.withdrawTitle(optionLabel ?? t.title)}
            lead={t.withdrawLead}
            note={t.reason}
            missing={t.noReason}
            deed={t.withdraw}
            isDanger
            pending={withdrawing.isPending}
            error={withdrawing.error}
            act={({ note = '' }) => withdrawing.mutateAsync({ id, reason: note })}
          />
        )}
      </Group>
    </>
  )
}
