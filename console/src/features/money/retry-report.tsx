import { Button, Group, Stack } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { useMay } from '../../lib/use-session.ts'
import { useWrite } from '../../lib/use-write.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { moneyDeeds } from './deed-texts.ts'
import { PAID } from './use-paid.ts'

/** Reports again what the tax authority rejected, for those who may. */
export function RetryReport({ id, label }: { id: string | null; label: string }) {
  const d = useTexts(moneyDeeds)
  const may = useMay('einvoices:manage')
  const retrying = useWrite('retryEInvoiceReport', { changes: PAID, said: () => d.isReported })
  if (id === null || !may) return null
  return (
    <Stack gap="sm">
      <Group>
        <Button variant="default" loading={retrying.isPending} onClick={() => retrying.mutate({ id })}>
          {label}
        </Button>
      </Group>
      <ProblemNotice error={retrying.error} />
    </Stack>
  )
}
