import { BLOCK_KINDS } from '@clinic/contract/staff/day.ts'
import { Checkbox, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import type { BlockDraft } from './block-draft.ts'
import { blockTexts } from './block-texts.ts'
import { dayTexts } from './day-texts.ts'

interface FieldsProps {
  values: BlockDraft
  set: (changes: Partial<BlockDraft>) => void
  errorAt: (path: string) => string | undefined
}

/** What for, and from when until when. */
export function BlockFields({ values, set, errorAt }: FieldsProps) {
  const t = useTexts(blockTexts)
  const { away } = useTexts(dayTexts)
  const { isAllDay } = values
  const text = (name: 'day' | 'time' | 'untilDay' | 'untilTime' | 'note') => ({
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  })
  const clock = { placeholder: '09:30', inputMode: 'decimal', dir: 'ltr', autoComplete: 'off' } as const
  return (
    <>
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
    </>
  )
}
