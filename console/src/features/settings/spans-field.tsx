import { ActionIcon, Group, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTexts } from '../../lib/language-choice.tsx'
import { branchTexts } from './branch-texts.ts'
import { RemoveRow } from './row-buttons.tsx'
import type { SpanDraft } from './week-draft.ts'

/** How a time is typed. */
export const CLOCK = { placeholder: '09:30', inputMode: 'decimal', dir: 'ltr', autoComplete: 'off', w: 88 } as const

interface SpansProps {
  spans: readonly SpanDraft[]
  onChange: (spans: SpanDraft[]) => void
  /** How each is called, by its place from 1 on. */
  nameOf: (place: number) => string
  addLabel: string
  most: number
  errorAt: (index: number) => string | undefined
}

/** Parts of a day: each from when until when. */
export function SpansField({ spans, onChange, nameOf, addLabel, most, errorAt }: SpansProps) {
  const t = useTexts(branchTexts)
  const put = (index: number, changed: Partial<SpanDraft>) =>
    onChange(spans.map((span, place) => (place === index ? { ...span, ...changed } : span)))
  return (
    <Group gap="xs" align="flex-start">
      {spans.map((span, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing else, and are told apart by their place
        <Group key={index} gap={4} wrap="nowrap" align="flex-start">
          <TextInput
            {...CLOCK}
            aria-label={t.from(nameOf(index + 1))}
            value={span.from}
            error={errorAt(index)}
            onChange={event => put(index, { from: event.currentTarget.value })}
          />
          <TextInput
            {...CLOCK}
            aria-label={t.until(nameOf(index + 1))}
            value={span.until}
            onChange={event => put(index, { until: event.currentTarget.value })}
          />
          <RemoveRow
            label={t.removeSpan(nameOf(index + 1))}
            onClick={() => onChange(spans.filter((_, place) => place !== index))}
          />
        </Group>
      ))}
      {spans.length < most && (
        <ActionIcon
          size={36}
          variant="default"
          aria-label={addLabel}
          onClick={() => onChange([...spans, { from: '', until: '' }])}
        >
          <IconPlus size={16} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  )
}
