import { INPUT } from 'virtual:staff-input/createDraft'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Group, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { hrefOf } from '../../app/rooms.ts'
import type { Returned } from '../../lib/api.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { useBranch } from '../../lib/use-branch.ts'
import { useForm } from '../../lib/use-form.ts'
import { useRead } from '../../lib/use-read.ts'
import { useWrite } from '../../lib/use-write.ts'
import { plainName } from '../../ui/isolated.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { doctorsAt } from '../booking/doctors-at.ts'
import { editing } from './edit-texts.ts'
import { FigureList } from './figure-list.tsx'
import { inputOf, type NewInvoice } from './new-invoice-draft.ts'
import { NewItems } from './new-invoice-items.tsx'
import { newInvoice } from './new-invoice-texts.ts'
import { money } from './texts.ts'
import { PAID } from './use-paid.ts'

type Workplace = Returned<'getWorkplace'>

/** Writes an invoice item by item; what it would come to is the clinic's to say. Saved it opens, to be changed or issued. */
export function NewInvoiceForm({ patientId, workplace }: { patientId: string; workplace: Workplace }) {
  const t = useTexts(newInvoice)
  const { clinicId } = useClinicApi()
  const navigate = useNavigate()
  const { branch } = useBranch()
  const saving = useWrite('createDraft', { changes: PAID, said: () => t.saved })
  const form = useForm<NewInvoice, Returned<'createDraft'>>({
    initial: { branchId: branch?.id ?? '', doctorId: '', items: [] },
    check: draft => checked(patientId, draft),
    send: draft => saving.mutateAsync(inputOf(patientId, draft)),
    leave: ({ id }) => void navigate({ to: `${hrefOf(clinicId, 'money')}?open=${id}` }),
  })
  const { values, set } = form
  return (
    <form {...form.props}>
      <Stack gap="md">
        <Text size="sm">{t.lead}</Text>
        <Where {...{ workplace, values, set }} />
        <NewItems {...{ workplace, items: values.items, change: items => set({ items }) }} />
        <Figures {...{ patientId, draft: values }} />
        {form.issues.length > 0 && (
          <Text size="sm" c="red" role="alert">
            {values.items.length === 0 ? t.empty : t.wrong}
          </Text>
        )}
        <ProblemNotice error={form.error} />
        <Group>
          <Button type="submit" loading={form.pending}>
            {t.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** An invoice of nothing is none. */
function checked(patientId: string, draft: NewInvoice) {
  const empty = { path: '/lines', code: 'required', message: 'must have an item' }
  return [...(draft.items.length === 0 ? [empty] : []), ...issuesOf(INPUT, inputOf(patientId, draft))]
}

interface WhereProps {
  workplace: Workplace
  values: NewInvoice
  set: (change: Partial<NewInvoice>) => void
}

/** At which branch, and of which of its doctors. */
function Where({ workplace, values, set }: WhereProps) {
  const t = useTexts(newInvoice)
  const { language } = useLanguage()
  const { branches } = useBranch()
  const named = (one: Workplace['branches'][number] | Workplace['practitioners'][number]) => ({
    value: one.id,
    label: plainName(nameOf(language, one)),
  })
  return (
    <SimpleGrid cols={{ base: 1, xs: branches.length > 1 ? 2 : 1 }}>
      {branches.length > 1 && (
        <NativeSelect
          label={t.branch}
          data={branches.map(named)}
          value={values.branchId}
          onChange={event => set({ branchId: event.currentTarget.value, doctorId: '' })}
        />
      )}
      <NativeSelect
        label={t.doctor}
        data={[{ value: '', label: t.noDoctor }, ...doctorsAt(workplace, values.branchId).map(named)]}
        value={values.doctorId}
        onChange={event => set({ doctorId: event.currentTarget.value })}
      />
    </SimpleGrid>
  )
}

function Figures({ patientId, draft }: { patientId: string; draft: NewInvoice }) {
  const e = useTexts(editing)
  const m = useTexts(money)
  const isWhole = checked(patientId, draft).length === 0
  const { data, error } = useRead('previewCheckout', inputOf(patientId, draft), { when: isWhole, keeps: true })
  if (!isWhole) return null
  if (error) return <ProblemNotice error={error} />
  if (!data) return null
  const { subtotal, taxes, total, insurance, due } = data
  const figures = [
    [m.subtotal, subtotal],
    ...taxes.filter(({ tax }) => tax > 0).map(({ taxPercent, tax }) => [m.tax(taxPercent), tax] as const),
    [m.total, total],
    ...(insurance > 0 ? [[m.insurance, insurance] as const] : []),
    [m.left, due],
  ] as const
  return <FigureList title={e.wouldBe} figures={figures} />
}
