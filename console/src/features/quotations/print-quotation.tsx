import { Button, Group, Stack } from '@mantine/core'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { lastChoice } from '../receipts/receipt-choice.ts'
import { usePrinting } from '../receipts/use-printing.ts'
import { quotations } from './texts.ts'

/** Prints what is offered, or was accepted, in the language that receipts were last printed in at this desk. */
export function PrintQuotation({ id }: { id: string }) {
  const t = useTexts(quotations)
  const { ask } = useClinicApi()
  const { print, isPending, error } = usePrinting(() => ask('printQuotation', { id, language: lastChoice().language }))
  return (
    <Stack gap="sm">
      <Group>
        <Button variant="default" loading={isPending} onClick={() => void print()}>
          {t.print}
        </Button>
      </Group>
      <ProblemNotice error={error} />
    </Stack>
  )
}
