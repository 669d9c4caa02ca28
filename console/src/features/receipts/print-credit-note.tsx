import { Button, Group, Stack } from '@mantine/core'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { lastChoice } from './receipt-choice.ts'
import { receipts } from './texts.ts'
import { usePrinting } from './use-printing.ts'

/** Prints a credit note on the paper and in the language that receipts were last printed in at this desk. */
export function PrintCreditNote({ note: { id, referenceId } }: { note: { id: string; referenceId: number } }) {
  const t = useTexts(receipts)
  const { ask } = useClinicApi()
  const { print, isPending, error } = usePrinting(() => ask('printCreditNote', { id, ...lastChoice() }))
  return (
    <Stack gap="sm">
      <Group>
        <Button variant="default" loading={isPending} onClick={() => void print()}>
          {t.printNote(referenceId)}
        </Button>
      </Group>
      <ProblemNotice error={error} />
    </Stack>
  )
}
