import { Button, Group, Text, TextInput } from '@mantine/core'
import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useMay } from '../../lib/use-session.ts'
import { Notice } from '../../ui/notice.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { type Chart, lastCharted } from './chart.ts'
import { Offered } from './offered.tsx'
import { parseEntry } from './parse-entry.ts'
import { type Choice, suggestionsFor } from './suggestions.ts'
import { chart as chartTexts } from './texts.ts'
import { useCharting, useChoices } from './use-charting.ts'
import type { Moves } from './use-moves.ts'

/** How many are offered. */
const MOST = 6

interface EntryBarProps {
  patientId: string
  chart: Chart
  workplace: Returned<'getWorkplace'>
  text: string
  write: (text: string) => void
  field: RefObject<HTMLInputElement | null>
  moves: Moves
}

/** What the text in the bar may mean, and how one of that is charted. */
function useEntry({ chart, text, write, field, ...given }: EntryBarProps) {
  const [chosen, choose] = useState(0)
  const choices = useChoices(given.workplace)
  const charting = useCharting(given)
  const parsed = text.trim() === '' ? undefined : parseEntry(text)
  const entry = parsed && 'entry' in parsed ? parsed.entry : undefined
  const offered = entry ? suggestionsFor(entry, choices, lastCharted(chart)).slice(0, MOST) : []
  const take = (choice: Choice | undefined) => {
    if (!entry || !choice) return
    write('')
    choose(0)
    field.current?.focus()
    void charting.chart(entry, choice).then(isCharted => {
      // What is typed meanwhile is not overwritten.
      if (!isCharted && field.current?.value === '') write(text)
    })
  }
  const press = (event: KeyboardEvent) => {
    const deed = deedOf(event.key, { chosen, most: offered.length - 1 })
    if (event.nativeEvent.isComposing || deed === undefined) return
    event.preventDefault()
    if (deed === 'take') take(offered[chosen])
    else if (deed === 'leave') field.current?.blur()
    else choose(deed)
  }
  const fault = parsed && 'fault' in parsed ? parsed : undefined
  const type = (next: string) => {
    write(next)
    choose(0)
  }
  return { entry, offered, chosen, take, press, type, fault, charting }
}

/** Where what was found, is planned or was done is written in one line; Enter takes the first of what it may be. */
export function EntryBar(props: EntryBarProps) {
  const t = useTexts(chartTexts)
  const list = useId()
  const { text, field } = props
  const { entry, offered, chosen, take, press, type, fault, charting } = useEntry(props)
  if (!useMay('chart:write')) return null
  if (!charting.hasBranch) return <Notice tone="warn">{t.noBranch}</Notice>
  const unknown = entry && offered.length === 0 ? t.nothing : undefined
  return (
    <section className="card" aria-label={t.entry}>
      <Group gap="sm" align="end">
        <TextInput
          ref={field}
          flex={1}
          label={t.entry}
          description={t.hint}
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          value={text}
          error={fault ? t.faults[fault.fault](fault.at) : unknown}
          role="combobox"
          aria-expanded={offered.length > 0}
          aria-controls={list}
          aria-activedescendant={offered.length > 0 ? `${list}-${chosen}` : undefined}
          onChange={event => type(event.currentTarget.value)}
          onKeyDown={press}
        />
        <Button
          onClick={() => (offered.length > 0 ? take(offered[chosen]) : field.current?.focus())}
          aria-keyshortcuts="a"
        >
          {t.add}
        </Button>
      </Group>
      <Offered {...{ id: list, entry, offered, chosen, take }} />
      <ProblemNotice error={charting.error} />
      <Text c="dimmed" size="sm" mt="xs" visibleFrom="sm">
        {t.keys}
      </Text>
    </section>
  )
}

/** What a key does in the bar: the place that is chosen then, or a deed. */
function deedOf(
  key: string,
  { chosen, most }: { chosen: number; most: number },
): number | 'take' | 'leave' | undefined {
  if (key === 'Enter') return 'take'
  if (key === 'Escape') return 'leave'
  if (key === 'ArrowDown') return Math.max(0, Math.min(chosen + 1, most))
  return key === 'ArrowUp' ? Math.max(0, chosen - 1) : undefined
}
