import { INPUT } from 'virtual:staff-input/orderLabWork'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Group, NativeSelect, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { useReadAll } from '../../lib/use-read.ts'
import { useDays } from '../../lib/use-time-zone.ts'
import { useWrite } from '../../lib/use-write.ts'
import { plainName } from '../../ui/isolated.tsx'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Loaded } from '../../ui/states.tsx'
import { EMPTY_ORDER, LAB_CHANGES, type OrderDraft, orderOf } from './lab-order.ts'
import { labs } from './texts.ts'
import { useOrderable } from './use-orderable.ts'

interface OrderProps {
  patientId: string
  /** For what it is, where that is known already. */
  treatmentId?: string
  done: (order: Returned<'orderLabWork'>) => void
}

/** Orders work from a lab for what is to be done. */
export function OrderForm({ patientId, ...rest }: OrderProps) {
  const t = useTexts(labs)
  const treatments = useOrderable(patientId)
  const labList = useReadAll('listOrderableLabs', {})
  return (
    <Loaded query={treatments} rows={1} height={320}>
      {orderable => (
        <Loaded query={labList} rows={1} height={320}>
          {all =>
            orderable.length === 0 || all.length === 0 ? (
              <Text>{all.length === 0 ? t.noLab : t.noTreatment}</Text>
            ) : (
              <Fields {...{ orderable, labs: all, ...rest }} />
            )
          }
        </Loaded>
      )}
    </Loaded>
  )
}

interface FieldsProps extends Omit<OrderProps, 'patientId'> {
  orderable: NonNullable<ReturnType<typeof useOrderable>['data']>
  labs: readonly Returned<'listOrderableLabs'>[]
}

function Fields({ orderable, labs: all, treatmentId = '', done }: FieldsProps) {
  const t = useTexts(labs)
  const days = useDays()
  const ordering = useWrite('orderLabWork', { changes: LAB_CHANGES, said: () => t.ordered })
  const only = all.length === 1 ? (all[0]?.id ?? '') : ''
  const form = useForm<OrderDraft, Returned<'orderLabWork'>>({
    initial: { ...EMPTY_ORDER, treatmentId, labId: only },
    check: draft => issuesOf(INPUT, orderOf(draft, days)),
    send: draft => ordering.mutateAsync(orderOf(draft, days)),
    leave: done,
  })
  const errorAt = useErrorAt(form, INPUT)
  const { values, set } = form
  const choose = (
    field: 'treatmentId' | 'labId' | 'labItemId',
    label: string,
    data: readonly Choice[],
    first: string,
  ) => (
    <NativeSelect
      label={label}
      required={field !== 'labItemId'}
      data={[{ value: '', label: first }, ...data]}
      value={values[field]}
      error={errorAt(`/${field}`)}
      onChange={event => set({ [field]: event.currentTarget.value, ...(field === 'labId' && { labItemId: '' }) })}
    />
  )
  const made = all.find(({ id }) => id === values.labId)?.items ?? []
  const named = (one: { id: string; name: string; tooth?: readonly number[] }) => ({
    value: one.id,
    label: [plainName(one.name), ...(one.tooth ?? [])].join(' '),
  })
  return (
    <form {...form.props}>
      <Stack>
        {choose('treatmentId', t.treatment, orderable.map(named), t.choose)}
        {choose('labId', t.lab, all.map(named), t.choose)}
        {choose('labItemId', t.item, made.map(named), t.itemFree)}
        <More {...{ values, set, errorAt }} />
        <ProblemNotice error={form.error} />
        <Group>
          <Button type="submit" loading={form.pending}>
            {t.order}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface Choice {
  value: string
  label: string
}

interface MoreProps {
  values: OrderDraft
  set: (changes: Partial<OrderDraft>) => void
  errorAt: (path: string) => string | undefined
}

/** Until when, in which colour, how many. */
function More({ values, set, errorAt }: MoreProps) {
  const t = useTexts(labs)
  return (
    <>
      <TextInput
        type="date"
        label={t.due}
        required
        value={values.day}
        error={errorAt('/due')}
        onChange={event => set({ day: event.currentTarget.value })}
      />
      <SimpleGrid cols={2}>
        <TextInput
          label={t.shade}
          dir="auto"
          autoComplete="off"
          value={values.shade}
          error={errorAt('/shade')}
          onChange={event => set({ shade: event.currentTarget.value })}
        />
        <TextInput
          label={t.pieces}
          inputMode="numeric"
          autoComplete="off"
          value={values.items}
          error={errorAt('/items')}
          onChange={event => set({ items: event.currentTarget.value })}
        />
      </SimpleGrid>
      <Textarea
        label={t.details}
        autosize
        minRows={2}
        dir="auto"
        value={values.details}
        error={errorAt('/details')}
        onChange={event => set({ details: event.currentTarget.value })}
      />
    </>
  )
}
