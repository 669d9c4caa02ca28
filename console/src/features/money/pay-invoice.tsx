import { INPUT } from 'virtual:staff-input/payInvoice'
import { issuesOf } from '@clinic/contract/issues.ts'
import { TENDER_TYPES } from '@clinic/contract/staff/tenders.ts'
import { Button, Group, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Input, Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { numberTyped } from '../../lib/number-typed.ts'
import { useForm } from '../../lib/use-form.ts'
import { useWrite } from '../../lib/use-write.ts'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { moneyDeeds } from './deed-texts.ts'
import { Part } from './money-parts.tsx'
import { money } from './texts.ts'
import { PAID, useRefused } from './use-paid.ts'
import { useTreasuries } from './use-treasuries.ts'

type Draft = Record<'type' | 'amount' | 'treasuryId' | 'reference', string>

const inputOf = (id: string, { type, amount, treasuryId, reference }: Draft): Input<'payInvoice'> => ({
  id,
  tenders: [
    {
      type: TENDER_TYPES.find(one => one === type) ?? 'CASH',
      amount: numberTyped(amount),
      ...(treasuryId !== '' && { treasuryId }),
      ...(reference.trim() !== '' && { reference: reference.trim() }),
    },
  ],
})

/** Takes money for an invoice: all that is left unless less is typed. */
export function PayInvoice({ invoice: { id, pendingPayment } }: { invoice: Returned<'getClinicInvoice'> }) {
  const t = useTexts(money)
  const d = useTexts(moneyDeeds)
  const [initial] = useState<Draft>({ type: 'CASH', amount: String(pendingPayment), treasuryId: '', reference: '' })
  const paying = useWrite('payInvoice', { changes: PAID, said: () => d.taken })
  const form = useForm<Draft>({
    initial,
    check: draft => issuesOf(INPUT, inputOf(id, draft)),
    send: draft => paying.mutateAsync(inputOf(id, draft)),
  })
  const own = useRefused(form.error)
  const errorAt = useErrorAt(form, INPUT)
  const field = (name: keyof Draft) => ({
    value: form.values[name],
    error: errorAt(`/tenders/0/${name}`),
    onChange: (event: { currentTarget: { value: string } }) => form.set({ [name]: event.currentTarget.value }),
  })
  const treasuries = useTreasuries()
  return (
    <Part title={d.record}>
      <form {...form.props}>
        <Stack gap="sm">
          <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="md">
            <TextInput label={t.amount} required dir="ltr" inputMode="decimal" {...field('amount')} />
            <NativeSelect
              label={t.type}
              data={TENDER_TYPES.map(value => ({ value, label: t.types[value === 'CREDIT' ? 'BALANCE' : value] }))}
              {...field('type')}
            />
            {form.values.type !== 'CREDIT' && (
              <>
                <NativeSelect
                  label={t.treasury}
                  data={[{ value: '', label: d.usual }, ...treasuries]}
                  {...field('treasuryId')}
                />
                <TextInput label={t.reference} dir="auto" {...field('reference')} />
              </>
            )}
          </SimpleGrid>
          <ProblemNotice error={form.error} own={own} />
          <Group>
            <Button type="submit" loading={form.pending}>
              {d.record}
            </Button>
          </Group>
        </Stack>
      </form>
    </Part>
  )
}
