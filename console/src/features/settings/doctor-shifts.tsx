import { INPUT } from 'virtual:staff-input/putShifts'
import { issuesOf } from '@clinic/contract/issues.ts'
import { NativeSelect, SimpleGrid, Text } from '@mantine/core'
import { useState } from 'react'
import type { Returned } from '../../lib/api.ts'
import { weekdayNames } from '../../lib/clinic-time.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { useForm } from '../../lib/use-form.ts'
import { useRead } from '../../lib/use-read.ts'
import { useWrite } from '../../lib/use-write.ts'
import { Anew } from '../../ui/as-opened.tsx'
import { plainName } from '../../ui/isolated.tsx'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { Section } from '../../ui/section.tsx'
import { Loaded } from '../../ui/states.tsx'
import { type Affected, AffectedVisits } from './affected.tsx'
import { branchTexts } from './branch-texts.ts'
import { SaveForm } from './save-form.tsx'
import classes from './settings.module.css'
import { SpansField } from './spans-field.tsx'
import { settings } from './texts.ts'
import { BRANCHES_CHANGED, type ClinicBranch, listShown } from './use-branch-write.ts'
import { firstOf, type SpanDraft, spansOf, spansOn } from './week-draft.ts'

interface SectionProps {
  branch: ClinicBranch
  doctors: Returned<'getWorkplace'>['practitioners']
}

/** When the doctors of a branch work there, in the usual weeks and in those with other hours. */
export function DoctorShifts({ branch, doctors }: SectionProps) {
  const t = useTexts(branchTexts)
  const { language } = useLanguage()
  const { read, write } = useUrlState()
  const doctor = doctors.find(({ id }) => id === read('doctor')) ?? doctors[0]
  const period = branch.periods.find(({ id }) => id === read('period'))
  if (!doctor)
    return (
      <Section title={t.shifts}>
        <Text c="dimmed">{t.noDoctors}</Text>
      </Section>
    )
  return (
    <Section title={t.shifts} lead={t.shiftsLead}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} mb="md">
        <NativeSelect
          label={t.doctor}
          data={doctors.map(one => ({ value: one.id, label: plainName(nameOf(language, one)) }))}
          value={doctor.id}
          onChange={event => write({ doctor: event.currentTarget.value })}
        />
        {branch.periods.length > 0 && (
          <NativeSelect
            label={t.weeks}
            data={[
              { value: '', label: t.usualWeeks },
              ...branch.periods.map(({ id, name }) => ({ value: id, label: plainName(name) })),
            ]}
            value={period?.id ?? ''}
            onChange={event => write({ period: event.currentTarget.value })}
          />
        )}
      </SimpleGrid>
      <Week
        key={`${doctor.id} ${period?.id}`}
        week={{ id: doctor.id, branchId: branch.id, ...(period && { periodId: period.id }) }}
      />
    </Section>
  )
}

interface OneWeek {
  id: string
  branchId: string
  periodId?: string
}

function Week({ week }: { week: OneWeek }) {
  const { saved } = useTexts(settings)
  const { fields } = useTexts(branchTexts)
  const [affected, setAffected] = useState<Affected>([])
  const shifts = useRead('getShifts', week)
  const saving = useWrite('putShifts', {
    changes: ['getShifts', ...BRANCHES_CHANGED],
    said: () => saved,
    of: { version: shifts.data?.version ?? 1, words: { fields, shown: listShown } },
  })
  return (
    <>
      <Loaded query={shifts} rows={7} height={44}>
        {known => (
          <Anew of={JSON.stringify(known.shifts)}>
            <Fields
              shifts={known.shifts}
              save={async shifts => setAffected((await saving.mutateAsync({ ...week, shifts })).affected)}
              week={week}
            />
          </Anew>
        )}
      </Loaded>
      <AffectedVisits affected={affected} />
    </>
  )
}

type Shifts = Returned<'getShifts'>['shifts']
type WantedShifts = ReturnType<typeof spansOf>
const MOST_SHIFTS = 3

interface FieldsProps {
  shifts: Shifts
  week: OneWeek
  save: (shifts: WantedShifts) => Promise<void>
}

function Fields({ shifts, week, save }: FieldsProps) {
  const t = useTexts(branchTexts)
  const { language } = useLanguage()
  const [initial] = useState<{ days: readonly (readonly SpanDraft[])[] }>(() => ({ days: spansOn(shifts) }))
  const form = useForm({
    initial,
    check: ({ days }) => issuesOf(INPUT, { ...week, shifts: spansOf(days) }),
    send: ({ days }) => save(spansOf(days)),
  })
  const errorAt = useErrorAt(form, INPUT)
  const { days } = form.values
  return (
    <SaveForm form={form} label={t.shifts}>
      <ul className={classes.week}>
        {weekdayNames(language).map((name, index) => (
          <li key={name} className={classes.day}>
            <span>{name}</span>
            <SpansField
              spans={days[index] ?? []}
              onChange={spans => form.set({ days: days.map((one, day) => (day === index ? spans : one)) })}
              nameOf={place => t.shiftOf(name, place)}
              addLabel={t.addShift(name)}
              most={MOST_SHIFTS}
              errorAt={place => errorAt(`/shifts/${firstOf(days, index) + place}`)}
            />
          </li>
        ))}
      </ul>
    </SaveForm>
  )
}
