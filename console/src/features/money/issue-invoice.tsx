import { Button, Group, Stack } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { useWrite } from '../../lib/use-write.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { moneyDeeds } from './deed-texts.ts'
import { PAID } from './use-paid.ts'

/** Hands a draft to the patient. */
export function IssueInvoice({ id }: { id: string }) {
  const t = useTexts(moneyDeeds)
  const issuing = useWrite('issueInvoice', { changes: PAID, said: () => t.isIssued })
  return (
    <Stack gap="sm">
      <Group>
        <Button loading={issuing.isPending} onClick={() => issuing.mutate({ id })}>
          {t.issue}
        </Button>
      </Group>
      <ProblemNotice error={issuing.error} />
    </Stack>
  )
}
