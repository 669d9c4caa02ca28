import { INPUT } from 'virtual:staff-input/createQuotations'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Group, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { hrefOf } from '../../app/rooms.ts'
import type { Returned } from '../../lib/api.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { useWrite } from '../../lib/use-write.ts'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { Section } from '../../ui/section.tsx'
import { DiscountRefused } from './discount-refused.tsx'
import { inputOf, MOST_OPTIONS, nextOption, type OptionDraft, type PlannedItem, type QuoteDraft } from './draft.ts'
import { OptionFields } from './option-fields.tsx'
import { OptionTicks } from './option-ticks.tsx'
import { QUOTED } from './quotation-parts.tsx'
import { quotations } from './texts.ts'

interface QuoteFormProps {
  about: { patientId: string; branchId: string; doctorId: string | null }
  items: readonly PlannedItem[]
}

function useQuoting({ about, items }: QuoteFormProps) {
  const t = useTexts(quotations)
  const navigate = useNavigate()
  const { clinicId } = useClinicApi()
  const making = useWrite('createQuotations', { changes: QUOTED, said: () => t.made })
  const [initial] = useState<QuoteDraft>(() => ({
    options: [{ ...nextOption([]), treatmentIds: items.map(({ treatmentId }) => treatmentId) }],
    ...{ name: '', notes: '', validDays: '', approvalId: undefined },
  }))
  return useForm<QuoteDraft, Returned<'createQuotations'>>({
    initial,
    check: draft => issuesOf(INPUT, inputOf(about, draft)),
    send: draft => making.mutateAsync(inputOf(about, draft)),
    leave: ({ options: [first] }) => {
      if (first) void navigate({ to: hrefOf(clinicId, 'quotation', { id: first.id }) })
    },
  })
}

/** What each option offers, and for how much less. */
export function QuoteForm({ about, items }: QuoteFormProps) {
  const t = useTexts(quotations)
  const form = useQuoting({ about, items })
  const errorAt = useErrorAt(form, INPUT)
  const { options } = form.values
  const change = (place: number, changes: Partial<OptionDraft>) =>
    form.set({ options: options.map((option, at) => (at === place ? { ...option, ...changes } : option)) })
  const leaveOut = (place: number) => form.set({ options: options.filter((_, at) => at !== place) })
  return (
    <form {...form.props} aria-label={t.quote}>
      <Stack gap="lg">
        <OptionTicks {...{ items, options, change }} />
        <SimpleGrid cols={{ base: 1, sm: Math.max(options.length, 2) }}>
          {options.map((option, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an option is known by its place alone
            <Section key={place} title={t.option(option.label)}>
              <OptionFields
                {...{ option, place, errorAt }}
                change={changes => change(place, changes)}
                leaveOut={options.length > 1 ? () => leaveOut(place) : undefined}
              />
            </Section>
          ))}
        </SimpleGrid>
        <WholeFields values={form.values} {...{ errorAt }} set={form.set} />
        <DiscountRefused
          patientId={about.patientId}
          error={form.error}
          approvalId={form.values.approvalId}
          use={approvalId => form.set({ approvalId })}
        />
        <Group>
          <Button type="submit" loading={form.pending}>
            {t.make}
          </Button>
          {options.length < MOST_OPTIONS && (
            <Button
              variant="default"
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={() => form.set({ options: [...options, nextOption(options)] })}
            >
              {t.addOption}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

interface WholeFieldsProps {
  values: QuoteDraft
  errorAt: (path: string) => string | undefined
  set: (changes: Partial<QuoteDraft>) => void
}

/** What is said of all options together. */
function WholeFields({ values, errorAt, set }: WholeFieldsProps) {
  const t = useTexts(quotations)
  const field = (key: 'name' | 'notes' | 'validDays') => ({
    value: values[key],
    error: errorAt(`/${key}`),
    onChange: (event: { currentTarget: { value: string } }) => set({ [key]: event.currentTarget.value }),
  })
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput label={t.name} dir="auto" maxLength={200} {...field('name')} />
        <TextInput label={t.validDays} placeholder={t.usual} dir="ltr" inputMode="numeric" {...field('validDays')} />
      </SimpleGrid>
      <Textarea label={t.notes} dir="auto" autosize minRows={2} maxLength={2000} {...field('notes')} />
    </>
  )
}
