import { Button, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useFormats, useTexts } from '../../lib/language-choice.tsx'
import { numberTyped } from '../../lib/number-typed.ts'
import { useWrite } from '../../lib/use-write.ts'
import { Ltr, plainName } from '../../ui/isolated.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Section } from '../../ui/section.tsx'
import { useUnsaved } from '../../ui/unsaved.tsx'
import classes from './encounters.module.css'
import type { Note } from './note.ts'
import { encounters } from './texts.ts'
import { vitalNames } from './vital-texts.ts'

type Vital = Note['vitals'][number]
type Values = Readonly<Record<string, string>>

/** What was measured of the patient last, and where what is measured now is entered. */
export function Vitals({ note }: { note: Note }) {
  const t = useTexts(encounters)
  const { names } = useTexts(vitalNames)
  const mayMeasure = note.allowed.includes('MEASURE')
  const known = note.vitals.filter(({ value }) => value !== null)
  return (
    <Section title={t.vitals}>
      {mayMeasure ? (
        <Measuring note={note} />
      ) : (
        <dl className="facts">
          {known.map(vital => (
            <div key={vital.name}>
              <dt>{names[vital.name]}</dt>
              <dd>
                <Last vital={vital} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  )
}

function Measuring({ note: { id, vitals } }: { note: Note }) {
  const t = useTexts(encounters)
  const { names } = useTexts(vitalNames)
  const [values, setValues] = useState<Values>({})
  const measuring = useWrite('takeVitals', {
    changes: ['getEncounterNote'],
    said: () => t.measuredDone,
    done: () => setValues({}),
  })
  const typed = vitals.filter(({ name }) => values[name]?.trim())
  useUnsaved(typed.length > 0)
  const isWrong = ({ name }: Vital) => Boolean(values[name]?.trim()) && Number.isNaN(numberTyped(values[name] ?? ''))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.length === 0 || typed.some(isWrong)) return
    measuring.mutate({ id, values: typed.map(({ name }) => ({ name, value: numberTyped(values[name] ?? '') })) })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <div className={classes.vitals}>
          {vitals.map(vital => (
            <TextInput
              key={vital.name}
              label={names[vital.name]}
              description={<Last vital={vital} />}
              inputMode="decimal"
              autoComplete="off"
              rightSection={<Ltr>{vital.unit}</Ltr>}
              rightSectionWidth={70}
              value={values[vital.name] ?? ''}
              error={isWrong(vital) && t.noNumber}
              onChange={event => setValues({ ...values, [vital.name]: event.currentTarget.value })}
            />
          ))}
        </div>
        <ProblemNotice error={measuring.error} />
        <Group>
          <Button type="submit" variant="default" loading={measuring.isPending} disabled={typed.length === 0}>
            {t.measure}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const LEVELS = { '-1': 'low', '1': 'high', '2': 'critical' } as const
const levelOf = (status: number | null) =>
  status === -1 ? LEVELS['-1'] : status === 1 ? LEVELS['1'] : status === 2 ? LEVELS['2'] : undefined

function Last({ vital: { value, unit, status, measuredAt } }: { vital: Vital }) {
  const t = useTexts(encounters)
  const { day } = useFormats()
  if (value === null || measuredAt === null) return t.never
  const level = levelOf(status)
  return (
    <>
      {t.last(`${value} ${plainName(unit)}`, day(measuredAt))}
      {level && <strong> {t.levels[level]}</strong>}
    </>
  )
}
