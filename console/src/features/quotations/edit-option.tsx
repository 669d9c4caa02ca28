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
import { DiscountRefused } from './discount-refused.tsx'
import { OfferedTicks } from './offered-ticks.tsx'
import { type Option, QUOTED } from './quotation-parts.tsx'
import { quotations } from './texts.ts'

type Typed = Record<'label' | 'discountPercent' | 'diagnosticFee' | 'name' | 'notes', string>
interface Draft extends Typed {
  treatmentIds: readonly string[]
  approvalId: string | undefined
}

interface EditOptionProps {
  option: Option
  patientId: string
  close: () => void
}

/** Only what was typed anew: a discount that was given stays as it is. */
function inputOf(id: string, was: Draft, draft: Draft) {
  const { label, treatmentIds, discountPercent, diagnosticFee, name, notes, approvalId } = draft
  return {
    id,
    ...(treatmentIds.join() !== was.treatmentIds.join() && { treatmentIds: [...treatmentIds] }),
    ...(approvalId !== undefined && { approvalId }),
    ...(label !== was.label && { label: label.trim() }),
    ...(discountPercent.trim() !== '' && { discountPercent: numberTyped(discountPercent) }),
    ...(diagnosticFee !== was.diagnosticFee && { diagnosticFee: numberTyped(diagnosticFee) }),
    ...(name !== was.name && { name: name.trim() }),
    ...(notes !== was.notes && { notes: notes.trim() }),
  } satisfies Input<'updateQuotation'>
}

/** Changes what one option is called, what it offers and what is taken off it. */
export function EditOption({ option, patientId, close }: EditOptionProps) {
  const t = useTexts(quotations)
  const { id, version } = option
  const [initial] = useState<Draft>({
    label: option.optionLabel ?? '',
    discountPercent: '',
    diagnosticFee: String(option.diagnosticFee),
    name: option.name ?? '',
    notes: option.notes ?? '',
    treatmentIds: option.lines.flatMap(({ treatmentId }) => treatmentId ?? []),
    approvalId: undefined,
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
  const field = (name: keyof Typed) => ({
    value: form.values[name],
    error: errorAt(`/${name}`),
    onChange: (event: { currentTarget: { value: string } }) => form.set({ [name]: event.currentTarget.value }),
  })
  return (
    <form {...form.props}>
      <Stack>
        <Text c="dimmed">{t.editLead}</Text>
        <TextInput label={t.label} required dir="auto" maxLength={20} {...field('label')} />
        <OfferedTicks
          {...{ patientId }}
          ticked={form.values.treatmentIds}
          error={errorAt('/treatmentIds') && t.noneTicked}
          change={treatmentIds => form.set({ treatmentIds })}
        />
        <TextInput label={t.discountPercent} dir="ltr" inputMode="decimal" {...field('discountPercent')} />
        <TextInput label={t.fee} dir="ltr" inputMode="decimal" {...field('diagnosticFee')} />
        <TextInput label={t.name} dir="auto" maxLength={200} {...field('name')} />
        <Textarea label={t.notes} dir="auto" autosize minRows={2} maxLength={2000} {...field('notes')} />
        <DiscountRefused
          {...{ patientId }}
          error={form.error}
          approvalId={form.values.approvalId}
          use={approvalId => form.set({ approvalId })}
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
