import { INPUT } from 'virtual:staff-input/createCreditNote'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Input, Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { numberTyped } from '../../lib/number-typed.ts'
import { useForm } from '../../lib/use-form.ts'
import { useWrite } from '../../lib/use-write.ts'
import { plainName } from '../../ui/isolated.tsx'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { useAmount } from '../books/use-refused.ts'
import { moneyDeeds } from './deed-texts.ts'
import { Part } from './money-parts.tsx'
import { PAID, useRefused } from './use-paid.ts'

type Invoice = Returned<'getClinicInvoice'>

interface Draft {
  reason: string
  excess: string
  billAgain: boolean
  /** What is typed, by the item. */
  amounts: Readonly<Record<string, string>>
}

const typed = ({ amounts }: Draft) => Object.entries(amounts).filter(([, amount]) => amount.trim() !== '')

const inputOf = (id: string, draft: Draft): Input<'createCreditNote'> => ({
  id,
  lines: typed(draft).map(([lineId, amount]) => ({ lineId, amount: numberTyped(amount) })),
  reason: draft.reason.trim(),
  excess: draft.excess === 'REFUND' ? 'REFUND' : 'CREDIT',
  billAgain: draft.billAgain,
})

/** Takes something off an invoice that was issued; the form is opened, for it is seldom needed. */
export function CreditInvoice({ invoice }: { invoice: Invoice }) {
  const d = useTexts(moneyDeeds)
  const [isOpen, setIsOpen] = useState(false)
  if (isOpen) return <CreditForm invoice={invoice} close={() => setIsOpen(false)} />
  return (
    <Group>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {d.credit}
      </Button>
    </Group>
  )
}

function CreditForm({ invoice: { id, items }, close }: { invoice: Invoice; close: () => void }) {
  const d = useTexts(moneyDeeds)
  const [initial] = useState<Draft>({ reason: '', excess: 'CREDIT', billAgain: false, amounts: {} })
  // What is wrong is told by the place among what was sent.
  const [sent, setSent] = useState<readonly string[]>([])
  const crediting = useWrite('createCreditNote', { changes: PAID, said: () => d.isCredited })
  const form = useForm<Draft>({
    initial,
    check: draft => {
      setSent(typed(draft).map(([lineId]) => lineId))
      return issuesOf(INPUT, inputOf(id, draft))
    },
    send: draft => crediting.mutateAsync(inputOf(id, draft)),
    leave: close,
  })
  const own = useRefused(form.error)
  return (
    <Part title={d.credit}>
      <form {...form.props}>
        <Stack gap="sm">
          <Text size="sm">{d.creditLead}</Text>
          <Amounts {...{ items, form, sent }} />
          <Terms form={form} />
          <ProblemNotice error={form.error} own={own} />
          <Group>
            <Button type="submit" loading={form.pending}>
              {d.makeCredit}
            </Button>
            <Button variant="default" onClick={close}>
              {d.back}
            </Button>
          </Group>
        </Stack>
      </form>
    </Part>
  )
}

type Form = ReturnType<typeof useForm<Draft>>

/** How much is taken off each item of which something is left. */
function Amounts({ items, form, sent }: { items: Invoice['items']; form: Form; sent: readonly string[] }) {
  const d = useTexts(moneyDeeds)
  const errorAt = useErrorAt(form, INPUT)
  const { amounts } = form.values
  const amount = useAmount()
  const wrongWith = ({ id, left }: Invoice['items'][number]) => {
    const path = `/lines/${sent.indexOf(id)}/amount`
    return form.issueAt(path)?.code === 'maximum' ? d.onlyTakenOff(amount(left)) : errorAt(path)
  }
  return (
    <>
      {items
        .filter(({ left }) => left > 0)
        .map(item => (
          <TextInput
            key={item.id}
            label={d.creditOf(plainName(item.name))}
            placeholder={String(item.left)}
            dir="ltr"
            inputMode="decimal"
            value={amounts[item.id] ?? ''}
            error={wrongWith(item)}
            onChange={event => form.set({ amounts: { ...amounts, [item.id]: event.currentTarget.value } })}
          />
        ))}
      {form.issues.some(({ path }) => path === '/lines') && (
        <Text size="sm" c="red" role="alert">
          {d.creditNothing}
        </Text>
      )}
    </>
  )
}

/** Why, and what becomes of what was paid and of what was done. */
function Terms({ form }: { form: Form }) {
  const d = useTexts(moneyDeeds)
  const errorAt = useErrorAt(form, INPUT)
  const { reason, excess, billAgain } = form.values
  return (
    <>
      <TextInput
        label={d.reason}
        required
        maxLength={200}
        dir="auto"
        value={reason}
        error={errorAt('/reason')}
        onChange={event => form.set({ reason: event.currentTarget.value })}
      />
      <NativeSelect
        label={d.excess}
        data={[
          { value: 'CREDIT', label: d.excessCredit },
          { value: 'REFUND', label: d.excessRefund },
        ]}
        value={excess}
        onChange={event => form.set({ excess: event.currentTarget.value })}
      />
      <Checkbox
        label={d.billAgain}
        checked={billAgain}
        onChange={event => form.set({ billAgain: event.currentTarget.checked })}
      />
    </>
  )
}
