import { INPUT } from 'virtual:staff-input/changeDraft'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Group, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { isProblem, issuesIn } from '../../lib/problem.ts'
import { useForm } from '../../lib/use-form.ts'
import { useRead } from '../../lib/use-read.ts'
import { useWrite } from '../../lib/use-write.ts'
import { plainName } from '../../ui/isolated.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { changeOf, type Draft, draftOf, type Invoice } from './edit-draft.ts'
import { editing } from './edit-texts.ts'
import { EditedItem } from './edited-item.tsx'
import { FigureList } from './figure-list.tsx'
import { Part } from './money-parts.tsx'
import { money } from './texts.ts'
import { ONLINE } from './use-online.ts'

/** Changes what an invoice bills; the form is opened, for it is seldom needed. */
export function EditInvoice({ invoice }: { invoice: Invoice }) {
  const t = useTexts(editing)
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <EditForm invoice={invoice} close={() => setOpen(false)} />
  return (
    <Group>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t.edit}
      </Button>
    </Group>
  )
}

function EditForm({ invoice, close }: { invoice: Invoice; close: () => void }) {
  const t = useTexts(editing)
  const { id, hash } = invoice
  const [initial] = useState(() => draftOf(invoice))
  const changing = useWrite('changeDraft', { changes: [...ONLINE, 'previewInvoiceChange'], said: () => t.saved })
  const inputOf = (draft: Draft) => ({ id, hash, ...changeOf(invoice, draft) })
  const form = useForm<Draft>({
    initial,
    check: draft => issuesOf(INPUT, inputOf(draft)),
    send: draft => changing.mutateAsync(inputOf(draft)),
    leave: close,
  })
  const { values, set } = form
  return (
    <Part title={t.edit}>
      <form {...form.props}>
        <Stack gap="sm">
          <Text size="sm">{invoice.eInvoiceStatus === 'REJECTED' ? t.rejectedLead : t.lead}</Text>
          {invoice.items.map(item => (
            <EditedItem
              key={item.id}
              item={item}
              typed={values.items[item.id] ?? { quantity: '', discount: '', isOff: true }}
              change={typed => set({ items: { ...values.items, [item.id]: typed } })}
            />
          ))}
          <Added added={values.added} change={added => set({ added })} />
          <OfTheWhole {...{ values, set }} />
          <Figures invoice={invoice} draft={values} />
          {form.issues.length > 0 && (
            <Text size="sm" c="red" role="alert">
              {t.wrong}
            </Text>
          )}
          <ProblemNotice error={form.error} own={useChangeRefused(form.error)} />
          <Group>
            <Button type="submit" loading={form.pending}>
              {t.save}
            </Button>
            <Button variant="default" onClick={close}>
              {t.back}
            </Button>
          </Group>
        </Stack>
      </form>
    </Part>
  )
}

/** What is taken off the whole, and why. */
function OfTheWhole({ values, set }: { values: Draft; set: (change: Partial<Draft>) => void }) {
  const t = useTexts(editing)
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="md">
      <TextInput
        label={t.whole}
        dir="ltr"
        inputMode="decimal"
        value={values.whole}
        onChange={event => set({ whole: event.currentTarget.value })}
      />
      <TextInput
        label={t.reason}
        dir="auto"
        maxLength={200}
        value={values.reason}
        onChange={event => set({ reason: event.currentTarget.value })}
      />
    </SimpleGrid>
  )
}

function useChangeRefused(error: unknown): Readonly<Record<string, string>> {
  const t = useTexts(editing)
  const isBelow = isProblem(error) && issuesIn(error).some(({ code }) => code === 'below_paid')
  return {
    price_changed: t.changed,
    invalid_state_transition: t.over,
    discount_above_limit: t.aboveLimit,
    ...(isBelow && { validation_failed: t.belowPaid }),
  }
}

interface AddedProps {
  added: readonly string[]
  change: (added: readonly string[]) => void
}

/** What is added of the price list, each once, and the way to add more. */
function Added({ added, change }: AddedProps) {
  const t = useTexts(editing)
  const { data: workplace } = useRead('getWorkplace', {})
  const procedures = workplace?.procedures ?? []
  return (
    <>
      {added.map(id => {
        const name = plainName(procedures.find(one => one.id === id)?.name ?? '')
        return (
          <Group key={id} gap="sm">
            <Text>{name}</Text>
            <Button size="compact-md" variant="default" onClick={() => change(added.filter(one => one !== id))}>
              {t.remove(name)}
            </Button>
          </Group>
        )
      })}
      <NativeSelect
        label={t.add}
        data={[
          { value: '', label: t.choose },
          ...procedures
            .filter(({ id }) => !added.includes(id))
            .map(({ id, name }) => ({ value: id, label: plainName(name) })),
        ]}
        value=""
        onChange={event => event.currentTarget.value !== '' && change([...added, event.currentTarget.value])}
      />
    </>
  )
}

/** What it would come to, as the clinic computes it. */
function Figures({ invoice, draft }: { invoice: Invoice; draft: Draft }) {
  const t = useTexts(editing)
  const m = useTexts(money)
  const input = { id: invoice.id, ...changeOf(invoice, draft) }
  const isWhole = issuesOf(INPUT, { ...input, hash: invoice.hash }).length === 0
  const { data, error } = useRead('previewInvoiceChange', input, { when: isWhole, keeps: true })
  const own = useChangeRefused(error)
  if (error && isWhole) return <ProblemNotice error={error} own={own} />
  if (!data) return null
  const figures = [
    [m.subtotal, data.subtotal],
    [m.discount, data.discount],
    ...data.taxes.filter(({ tax }) => tax > 0).map(({ taxPercent, tax }) => [m.tax(taxPercent), tax] as const),
    [m.total, data.total],
    ...(data.insurance > 0 ? [[m.insurance, data.insurance] as const] : []),
    [m.paid, data.paid],
    [m.left, data.due],
  ] as const
  return (
    <>
      <FigureList title={t.wouldBe} figures={figures} />
      {!data.withinLimit && (
        <Text size="sm" c="red" role="status">
          {t.aboveLimit}
        </Text>
      )}
    </>
  )
}
