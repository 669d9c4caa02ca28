import { INPUT } from 'virtual:staff-input/payBookedExpense'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { numberTyped } from '../../lib/number-typed.ts'
import { useForm } from '../../lib/use-form.ts'
import { useReadAll } from '../../lib/use-read.ts'
import { useMay } from '../../lib/use-session.ts'
import { useWrite } from '../../lib/use-write.ts'
import { CalendarDay, Ltr, Name } from '../../ui/isolated.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { Fact, Facts } from '../patients/facts.tsx'
import { Amount, TreasuryField, useTreasuries } from './entry-fields.tsx'
import { Reverse } from './reverse.tsx'
import { books } from './texts.ts'
import { type Expense, type Income, MONEY_MOVED, useAmount, useRefused } from './use-refused.ts'

/** Whether an entry stands, so that it can be taken back. */
const stands = ({ reversesId, reversedById }: Expense | Income) => reversesId === null && reversedById === null

/** What both kinds of entries say. */
function EntryFacts({ entry }: { entry: Expense | Income }) {
  const t = useTexts(books)
  const { data: treasuries = [] } = useReadAll('listKeptTreasuries', {})
  const treasury = treasuries.find(({ id }) => id === entry.treasuryId)
  return (
    <>
      <Fact title={t.name}>
        <Name>{entry.name}</Name>
      </Fact>
      <Fact title={t.number}>
        <Ltr>{String(entry.referenceId)}</Ltr>
      </Fact>
      <Fact title={t.date}>
        <CalendarDay date={entry.date} />
      </Fact>
      <Fact title={t.category}>{entry.category === null ? null : <Name>{entry.category}</Name>}</Fact>
      <Fact title={t.fromTreasury}>{treasury ? <Name>{treasury.name}</Name> : t.none}</Fact>
    </>
  )
}

export function ExpenseDrawer({ expense }: { expense: Expense }) {
  const t = useTexts(books)
  const amount = useAmount()
  const mayWrite = useMay('books:write')
  const { id, total, tax, paid, left, supplier } = expense
  return (
    <Stack>
      <Facts>
        <EntryFacts entry={expense} />
        <Fact title={t.supplier}>{supplier === null ? null : <Name>{supplier}</Name>}</Fact>
        <Fact title={t.total}>{amount(total)}</Fact>
        <Fact title={t.tax}>{tax === 0 ? null : amount(tax)}</Fact>
        <Fact title={t.paid}>{amount(paid)}</Fact>
      </Facts>
      {mayWrite && left > 0 && <PayRest expense={expense} />}
      {mayWrite && stands(expense) && <Reverse operation="reverseBookedExpense" id={id} />}
    </Stack>
  )
}

export function IncomeDrawer({ income }: { income: Income }) {
  const t = useTexts(books)
  const amount = useAmount()
  const mayWrite = useMay('books:write')
  const isByHand = income.paymentId === null
  return (
    <Stack>
      <Facts>
        <EntryFacts entry={income} />
        <Fact title={t.amount}>{amount(income.amount)}</Fact>
      </Facts>
      {mayWrite && isByHand && stands(income) && <Reverse operation="reverseBookedIncome" id={income.id} />}
    </Stack>
  )
}

/** Pays more of an expense: all that is left unless less is typed. */
function PayRest({ expense: { id, left, treasuryId } }: { expense: Expense }) {
  const t = useTexts(books)
  const amount = useAmount()
  const { close } = useDrawer()
  const treasuries = useTreasuries()
  const [initial] = useState({ amount: String(left), treasuryId: treasuryId ?? treasuries[0]?.id ?? '' })
  const paying = useWrite('payBookedExpense', { changes: MONEY_MOVED, said: () => t.expensePaid })
  const inputOf = (draft: typeof initial) => ({ id, treasuryId: draft.treasuryId, amount: numberTyped(draft.amount) })
  const form = useForm({
    initial,
    check: draft => issuesOf(INPUT, inputOf(draft)),
    send: draft => paying.mutateAsync(inputOf(draft)),
    leave: close,
  })
  const own = useRefused(form.error)
  const of = { form, schema: INPUT }
  return (
    <form {...form.props}>
      <Stack gap="sm">
        <div>{t.left(amount(left))}</div>
        <Group align="flex-end">
          <Amount {...of} name="amount" label={t.amount} required />
          <TreasuryField {...of} name="treasuryId" label={t.fromTreasury} required />
          <Button type="submit" variant="default" loading={form.pending}>
            {t.pay}
          </Button>
        </Group>
        <ProblemNotice error={form.error} own={own} />
      </Stack>
    </form>
  )
}
