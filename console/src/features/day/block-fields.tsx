import type { JsonSchema } from '@clinic/contract/json-schema.ts'
import { BLOCK_KINDS } from '@clinic/contract/staff/day.ts'
import { Checkbox, Group, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import type { useForm } from '../../lib/use-form.ts'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import type { BlockDraft } from './block-draft.ts'
import { blockTexts } from './block-texts.ts'
import { dayTexts } from './day-texts.ts'

interface FieldsProps {
  form: Pick<ReturnType<typeof useForm<BlockDraft>>, 'values' | 'set' | 'issueAt' | 'error' | 'props'>
  schema: JsonSchema
  /** What is done with it. */
  children: ReactNode
}

/** What for, and from when until when. */
export function BlockFields({ form, schema, children }: FieldsProps) {
  const { values, set } = form
  const errorAt = useErrorAt(form, schema)
  const t = useTexts(blockTexts)
  const { away } = useTexts(dayTexts)
  const { isAllDay } = values
  const text = (name: 'day' | 'time' | 'untilDay' | 'untilTime' | 'note') => ({
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  })
  const clock = { placeholder: '09:30', inputMode: 'decimal', dir: 'ltr', autoComplete: 'off' } as const
  return (
    <form {...form.props}>
      <Stack>
        <NativeSelect
          label={t.kind}
          data={BLOCK_KINDS.map(value => ({ value, label: away[value] }))}
          value={values.kind}
          onChange={event => set({ kind: event.currentTarget.value })}
          data-autofocus
        />
        <Checkbox
          label={t.allDay}
          checked={isAllDay}
          onChange={event => set({ isAllDay: event.currentTarget.checked })}
        />
        <SimpleGrid cols={isAllDay ? 1 : 2}>
          <TextInput type="date" label={t.from} {...text('day')} error={isAllDay && errorAt('/start')} />
          {!isAllDay && <TextInput label={t.fromTime} {...clock} {...text('time')} error={errorAt('/start')} />}
        </SimpleGrid>
        <SimpleGrid cols={isAllDay ? 1 : 2}>
          <TextInput type="date" label={t.until} {...text('untilDay')} error={isAllDay && errorAt('/end')} />
          {!isAllDay && <TextInput label={t.untilTime} {...clock} {...text('untilTime')} error={errorAt('/end')} />}
        </SimpleGrid>
        <TextInput label={t.note} maxLength={200} {...text('note')} error={errorAt('/note')} />
        <ProblemNotice error={form.error} />
        <Group>{children}</Group>
      </Stack>
    </form>
  )
}
