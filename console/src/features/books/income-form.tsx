import { INPUT } from 'virtual:staff-input/addIncome'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Input } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { numberTyped } from '../../lib/number-typed.ts'
import { useForm } from '../../lib/use-form.ts'
import { useWrite } from '../../lib/use-write.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { given, useUsualDraft } from './draft.ts'
import { UsualFields } from './entry-fields.tsx'
import { books } from './texts.ts'
import { MONEY_MOVED, useRefused } from './use-refused.ts'

type Draft = ReturnType<typeof useUsualDraft> & { amount: string }

const inputOf = ({ amount, branchId, name, ...rest }: Draft): Input<'addIncome'> => ({
  ...given(rest),
  ...{ name: name.trim(), branchId, amount: numberTyped(amount) },
})

/** Enters what the clinic takes in otherwise than by payments. */
export function IncomeForm() {
  const t = useTexts(books)
  const { close } = useDrawer()
  const usual = useUsualDraft()
  const [initial] = useState<Draft>({ ...usual, amount: '' })
  const adding = useWrite('addIncome', { changes: MONEY_MOVED, said: () => t.incomeAdded })
  const form = useForm<Draft>({
    initial,
    check: draft => issuesOf(INPUT, inputOf(draft)),
    send: draft => adding.mutateAsync(inputOf(draft)),
    leave: close,
  })
  const own = useRefused(form.error)
  return (
    <form {...form.props}>
      <Stack>
        <UsualFields form={form} schema={INPUT} amount="amount" />
        <ProblemNotice error={form.error} own={own} />
        <Group>
          <Button type="submit" loading={form.pending}>
            {t.addIncome}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
