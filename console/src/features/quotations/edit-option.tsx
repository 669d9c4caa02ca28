import { INPUT } from 'virtual:staff-input/updateQuotation'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Input } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { numberTyped } from '../../lib/number-typed.ts'
import { useForm } from '../../lib/use-form.ts'
import { useWrite } from '../../lib/use-write.ts'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { type Option, QUOTED } from './quotation-parts.tsx'
import { quotations } from './texts.ts'

type Draft = Record<'label' | 'discountPercent' | 'diagnosticFee' | 'name' | 'notes', string>

/** Only what was typed anew: a discount that was given stays as it is. */
function inputOf(id: string, was: Draft, { label, discountPercent, diagnosticFee, name, notes }: Draft) {
  return {
    id,
    ...(label !== was.label && { label: label.trim() }),
    ...(discountPercent.trim() !== '' && { discountPercent: numberTyped(discountPercent) }),
    ...(diagnosticFee !== was.diagnosticFee && { diagnosticFee: numberTyped(diagnosticFee) }),
    ...(name !== was.name && { name: name.trim() }),
    ...(notes !== was.notes && { notes: notes.trim() }),
  } satisfies Input<'updateQuotation'>
}

/** Changes what one option is called and what is taken off it. */
export function EditOption({ option, close }: { option: Option; close: () => void }) {
  const t = useTexts(quotations)
  const { id, version } = option
  const [initial] = useState<Draft>({
    label: option.optionLabel ?? '',
    discountPercent: '',
    diagnosticFee: String(option.diagnosticFee),
    name: option.name ?? '',
    notes: option.notes ?? '',
  })
  const saving = useWrite('updateQuotation', {
    changes: QUOTED,
    said: () => t.saved,
    of: { version, words: { fields: t.fields } },
  })
  const form = useForm<Draft>({
    initial,
    check: draft => issuesOf(INPUT, inputOf(id, initial, draft)),
    send: draft => saving.mutateAsync(inputOf(id, initial, draft)),
    leave: close,
  })
  const errorAt = useErrorAt(form, INPUT)
  const field = (name: keyof Draft) => ({
    value: form.values[name],
    error: errorAt(`/${name}`),
    onChange: (event: { currentTarget: { value: string } }) => form.set({ [name]: event.currentTarget.value }),
  })
  return (
    <form {...form.props}>
      <Stack>
        <Text c="dimmed">{t.editLead}</Text>
        <TextInput label={t.label} required dir="auto" maxLength={20} {...field('label')} />
        <TextInput label={t.discountPercent} dir="ltr" inputMode="decimal" {...field('discountPercent')} />
        <TextInput label={t.fee} dir="ltr" inputMode="decimal" {...field('diagnosticFee')} />
        <TextInput label={t.name} dir="auto" maxLength={200} {...field('name')} />
        <Textarea label={t.notes} dir="auto" autosize minRows={2} maxLength={2000} {...field('notes')} />
        <ProblemNotice
          error={form.error}
          own={{ discount_above_limit: t.aboveLimit, invalid_state_transition: t.settled }}
        />
        <Group>
          <Button type="submit" loading={form.pending}>
            {t.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
