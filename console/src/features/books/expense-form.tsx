import { INPUT } from 'virtual:staff-input/addExpense'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Input } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { numberTyped } from '../../lib/number-typed.ts'
import { useForm } from '../../lib/use-form.ts'
import { useWrite } from '../../lib/use-write.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { given, useUsualDraft } from './draft.ts'
import { Amount, Text, UsualFields } from './entry-fields.tsx'
import { books } from './texts.ts'
import { MONEY_MOVED, useRefused } from './use-refused.ts'

type Draft = ReturnType<typeof useUsualDraft> & Record<'supplier' | 'total' | 'taxPercent' | 'paid', string>

const inputOf = ({ total, taxPercent, paid, branchId, name, ...rest }: Draft): Input<'addExpense'> => ({
  ...given(rest),
  ...{ name: name.trim(), branchId, total: numberTyped(total) },
  ...(taxPercent.trim() !== '' && { taxPercent: numberTyped(taxPercent) }),
  ...(paid.trim() !== '' && { paid: numberTyped(paid) }),
})

/** Enters what the clinic spends. */
export function ExpenseForm() {
  const t = useTexts(books)
  const { close } = useDrawer()
  const usual = useUsualDraft()
  const [initial] = useState<Draft>({ ...usual, supplier: '', total: '', taxPercent: '', paid: '' })
  const adding = useWrite('addExpense', { changes: MONEY_MOVED, said: () => t.expenseAdded })
  const form = useForm<Draft>({
    initial,
    check: draft => issuesOf(INPUT, inputOf(draft)),
    send: draft => adding.mutateAsync(inputOf(draft)),
    leave: close,
  })
  const own = useRefused(form.error)
  const of = { form, schema: INPUT }
  return (
    <form {...form.props}>
      <Stack>
        <UsualFields {...of} amount="total" />
        <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="md">
          <Text {...of} name="supplier" label={t.supplier} />
          <Amount {...of} name="taxPercent" label={t.taxPercent} />
          <Amount {...of} name="paid" label={t.paidNow} description={t.paidNowLead} />
        </SimpleGrid>
        <ProblemNotice error={form.error} own={own} />
        <Group>
          <Button type="submit" loading={form.pending}>
            {t.addExpense}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
