import { INPUT } from 'virtual:staff-input/putBranchHolidays'
import { issuesOf } from '@clinic/contract/issues.ts'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { Anew } from '../../ui/as-opened.tsx'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { Section } from '../../ui/section.tsx'
import { AffectedVisits } from './affected.tsx'
import { branchTexts } from './branch-texts.ts'
import { AddRow, RemoveRow } from './row-buttons.tsx'
import { SaveForm } from './save-form.tsx'
import classes from './settings.module.css'
import { type ClinicBranch, useBranchWrite } from './use-branch-write.ts'

/** Dates on which a branch is closed. */
export function BranchHolidays({ branch }: { branch: ClinicBranch }) {
  const t = useTexts(branchTexts)
  const writing = useBranchWrite('putBranchHolidays', branch)
  const { id, holidays } = branch
  return (
    <Section title={t.holidays} lead={t.holidaysLead}>
      <Anew of={JSON.stringify(holidays)}>
        <Fields {...{ id, holidays, writing }} />
      </Anew>
      <AffectedVisits affected={writing.affected} />
    </Section>
  )
}

type Holiday = Pick<ClinicBranch['holidays'][number], 'date' | 'name'>

interface FieldsProps {
  id: string
  holidays: readonly Holiday[]
  writing: ReturnType<typeof useBranchWrite<'putBranchHolidays'>>
}

function Fields({ id, holidays, writing: { saving, setAffected } }: FieldsProps) {
  const t = useTexts(branchTexts)
  const [initial] = useState<{ holidays: readonly Holiday[] }>({ holidays })
  const inputOf = (draft: typeof initial) => ({
    id,
    holidays: draft.holidays.map(({ date, name }) => ({ date, name: name.trim() })),
  })
  const form = useForm({
    initial,
    check: draft => issuesOf(INPUT, inputOf(draft)),
    send: async draft => setAffected((await saving.mutateAsync(inputOf(draft))).affected),
  })
  const errorAt = useErrorAt(form, INPUT)
  const all = form.values.holidays
  return (
    <SaveForm form={form} label={t.holidays}>
      <HolidayRows holidays={all} onChange={holidays => form.set({ holidays })} errorAt={errorAt} />
      <AddRow label={t.addHoliday} onClick={() => form.set({ holidays: [...all, { date: '', name: '' }] })} />
    </SaveForm>
  )
}

interface RowsProps {
  holidays: readonly Holiday[]
  onChange: (holidays: Holiday[]) => void
  errorAt: (path: string) => string | undefined
}

function HolidayRows({ holidays, onChange, errorAt }: RowsProps) {
  const t = useTexts(branchTexts)
  const put = (index: number, changed: Partial<Holiday>) =>
    onChange(holidays.map((one, place) => (place === index ? { ...one, ...changed } : one)))
  return (
    <ul className={classes.rows}>
      {holidays.map((holiday, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing else, and are told apart by their place
        <li key={index} className={classes.row}>
          <TextInput
            type="date"
            aria-label={t.holidayDate(index + 1)}
            value={holiday.date}
            error={errorAt(`/holidays/${index}/date`)}
            onChange={event => put(index, { date: event.currentTarget.value })}
          />
          <TextInput
            className={classes.grow}
            dir="auto"
            maxLength={80}
            aria-label={t.holidayName(index + 1)}
            value={holiday.name}
            onChange={event => put(index, { name: event.currentTarget.value })}
          />
          <RemoveRow
            label={t.removeHoliday(index + 1)}
            onClick={() => onChange(holidays.filter((_, place) => place !== index))}
          />
        </li>
      ))}
    </ul>
  )
}
