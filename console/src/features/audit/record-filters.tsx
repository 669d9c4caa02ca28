import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Input } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useUrlState } from '../../lib/url-state.ts'
import { useDays } from '../../lib/use-time-zone.ts'
import { audit } from './texts.ts'

const TYPED = ['patient', 'actor', 'operation', 'request'] as const
const DATES = ['from', 'to'] as const

const oneOf = <Word extends string>(words: readonly Word[], text: string): Word | undefined =>
  words.find(word => word === text)

/** What the list is asked by, as the address says: ids, words and days of the clinic, never a name. */
export function useAsked(): Omit<Input<'listAuditRecords'>, 'cursor'> {
  const { read } = useUrlState()
  const { startOf } = useDays()
  const text = (name: string) => read(name) || undefined
  return {
    ...{ patientId: text('patient'), actorId: text('actor'), operation: text('operation'), requestId: text('request') },
    kind: oneOf(['READ', 'WRITE'], read('kind')),
    outcome: oneOf(['DONE', 'REFUSED'], read('outcome')),
    from: startOf(read('from')),
    to: startOf(read('to'), { after: true }),
  }
}

/** Narrows the records down. */
export function RecordFilters() {
  const t = useTexts(audit)
  const { read, write } = useUrlState()
  const all = [...TYPED, ...DATES]
  const [typed, setTyped] = useState(() => Object.fromEntries(all.map(name => [name, read(name)])))
  const set = (name: string, value: string) => setTyped(before => ({ ...before, [name]: value }))
  return (
    <search>
      <form
        onSubmit={event => {
          event.preventDefault()
          write(Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, value.trim()])))
        }}
      >
        <Group gap="sm" align="end">
          {TYPED.map(name => (
            <TextInput
              key={name}
              size="sm"
              dir="ltr"
              label={t[name]}
              value={typed[name] ?? ''}
              onChange={event => set(name, event.currentTarget.value)}
            />
          ))}
          {DATES.map(name => (
            <TextInput
              key={name}
              size="sm"
              type="date"
              label={t[name]}
              value={typed[name] ?? ''}
              onChange={event => set(name, event.currentTarget.value)}
            />
          ))}
          <Kinds />
          <Button type="submit" size="sm" variant="default">
            {t.search}
          </Button>
          {all.some(name => read(name) !== '') && (
            <Button size="sm" variant="subtle" onClick={() => write(Object.fromEntries(all.map(name => [name, ''])))}>
              {t.clear}
            </Button>
          )}
        </Group>
      </form>
    </search>
  )
}

function Kinds() {
  const t = useTexts(audit)
  const { read, write } = useUrlState()
  const choices = {
    kind: [
      { value: '', label: t.allKinds },
      { value: 'READ', label: t.read },
      { value: 'WRITE', label: t.changed },
    ],
    outcome: [
      { value: '', label: t.allOutcomes },
      { value: 'DONE', label: t.done },
      { value: 'REFUSED', label: t.refused },
    ],
  }
  return (['kind', 'outcome'] as const).map(name => (
    <NativeSelect
      key={name}
      size="sm"
      label={t[name]}
      data={choices[name]}
      value={read(name)}
      onChange={event => write({ [name]: event.currentTarget.value })}
    />
  ))
}
