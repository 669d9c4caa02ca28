import { INPUT } from 'virtual:staff-input/transferMoney'
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
import { Amount, BranchField, DateField, Text, TreasuryField } from './entry-fields.tsx'
import { books } from './texts.ts'
import { MONEY_MOVED, useRefused } from './use-refused.ts'

type Draft = Record<'fromId' | 'toId' | 'amount' | 'fee' | 'branchId' | 'date' | 'note', string>

const inputOf = ({ fromId, toId, amount, fee, branchId, ...rest }: Draft): Input<'transferMoney'> => ({
  ...given(rest),
  ...{ fromId, toId, amount: numberTyped(amount) },
  ...(fee.trim() !== '' && { fee: numberTyped(fee), branchId }),
})

/** Moves money from one treasury to another. */
export function TransferForm() {
  const t = useTexts(books)
  const { close } = useDrawer()
  const { date, branchId, treasuryId: fromId } = useUsualDraft()
  const [initial] = useState<Draft>({ fromId, toId: '', amount: '', fee: '', branchId, date, note: '' })
  const moving = useWrite('transferMoney', { changes: MONEY_MOVED, said: () => t.transferred })
  const form = useForm<Draft>({
    initial,
    check: draft => issuesOf(INPUT, inputOf(draft)),
    send: draft => moving.mutateAsync(inputOf(draft)),
    leave: close,
  })
  const own = useRefused(form.error)
  const of = { form, schema: INPUT }
  return (
    <form {...form.props}>
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="md">
          <TreasuryField {...of} name="fromId" label={t.from} required />
          <TreasuryField {...of} name="toId" label={t.to} required />
          <Amount {...of} name="amount" label={t.amount} required />
          <Amount {...of} name="fee" label={t.fee} />
          <DateField {...of} name="date" label={t.date} />
          {form.values.fee.trim() !== '' && <BranchField {...of} name="branchId" label={t.branch} />}
        </SimpleGrid>
        <Text {...of} name="note" label={t.note} />
        <ProblemNotice error={form.error} own={own} />
        <Group>
          <Button type="submit" loading={form.pending}>
            {t.transfer}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
