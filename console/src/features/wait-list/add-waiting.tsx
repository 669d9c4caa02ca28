import { INPUT } from 'virtual:staff-input/addToWaitList'
import { issuesOf } from '@clinic/contract/issues.ts'
import { LONGEST_VISIT_MINUTES, SHORTEST_VISIT_MINUTES } from '@clinic/contract/staff/visit-minutes.ts'
import { PARTS_OF_DAY } from '@clinic/contract/staff/wait-list.ts'
import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  NumberInput,
  SimpleGrid,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core'
import type { Input, Returned } from '../../lib/api.ts'
import { weekdayNames } from '../../lib/clinic-time.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { useForm } from '../../lib/use-form.ts'
import { useWrite } from '../../lib/use-write.ts'
import { plainName } from '../../ui/isolated.tsx'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import type { Picked } from '../../ui/picker.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { doctorsAt } from '../booking/doctors-at.ts'
import { USUAL_MINUTES } from '../booking/proposed-minutes.ts'
import { PatientPicker } from '../patients/patient-picker.tsx'
import { waitTexts } from './texts.ts'

interface Draft {
  patient: Picked | undefined
  doctorId: string
  procedureId: string
  minutes: number | ''
  from: string
  until: string
  weekdays: string[]
  parts: string[]
  urgent: boolean
  note: string
}

const EMPTY: Draft = {
  ...{ patient: undefined, doctorId: '', procedureId: '', minutes: USUAL_MINUTES, from: '', until: '' },
  ...{ weekdays: [], parts: [], urgent: false, note: '' },
}

function inputOf(draft: Draft, branchId: string): Input<'addToWaitList'> {
  const { patient, doctorId, procedureId, minutes, from, until, weekdays, parts, urgent, note } = draft
  return {
    ...{ patientId: patient?.id ?? '', branchId, minutes: Number(minutes) },
    ...(doctorId !== '' && { doctorId }),
    ...(procedureId !== '' && { procedureId }),
    ...(from !== '' && { from }),
    ...(until !== '' && { until }),
    ...(weekdays.length > 0 && { weekdays: weekdays.map(Number) }),
    ...(parts.length > 0 && { parts: PARTS_OF_DAY.filter(part => parts.includes(part)) }),
    ...(urgent && { priority: 'URGENT' as const }),
    ...(note.trim() !== '' && { note: note.trim() }),
  }
}

interface AddProps {
  workplace: Returned<'getWorkplace'>
  branchId: string
  onDone: () => void
}

/** Puts a patient on the list: for whom and how long is enough. */
export function AddWaiting({ workplace, branchId, onDone }: AddProps) {
  const t = useTexts(waitTexts)
  const adding = useWrite('addToWaitList', { changes: ['listWaitList', 'listSlotCandidates'], said: () => t.added })
  const form = useForm<Draft, Returned<'addToWaitList'>>({
    initial: EMPTY,
    check: draft => issuesOf(INPUT, inputOf(draft, branchId)),
    send: draft => adding.mutateAsync(inputOf(draft, branchId)),
    leave: onDone,
  })
  const { values, set } = form
  const errorAt = useErrorAt(form, INPUT)
  return (
    <form {...form.props} aria-label={t.add}>
      <Stack className="card">
        <PatientPicker
          label={t.patient}
          required
          isFirst
          chosen={values.patient}
          onChoose={patient => set({ patient })}
          error={errorAt('/patientId')}
        />
        <What {...{ form, workplace, branchId }} />
        <When form={form} />
        <Checkbox
          label={t.urgent}
          checked={values.urgent}
          onChange={event => set({ urgent: event.currentTarget.checked })}
        />
        <Textarea
          label={t.note}
          autosize
          minRows={1}
          maxLength={500}
          value={values.note}
          onChange={event => set({ note: event.currentTarget.value })}
        />
        <ProblemNotice error={form.error} />
        <Group>
          <Button type="submit" loading={form.pending}>
            {t.addDeed}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type Form = ReturnType<typeof useForm<Draft, Returned<'addToWaitList'>>>

function What({ form, workplace, branchId }: Omit<AddProps, 'onDone'> & { form: Form }) {
  const t = useTexts(waitTexts)
  const { language } = useLanguage()
  const { values, set } = form
  const errorAt = useErrorAt(form, INPUT)
  const doctors = doctorsAt(workplace, branchId).map(one => ({
    value: one.id,
    label: plainName(nameOf(language, one)),
  }))
  const procedures = workplace.procedures.map(({ id, name }) => ({ value: id, label: plainName(name) }))
  const mayAny = workplace.permissions.includes('appointments:write')
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label={t.doctor}
          data={[...(mayAny ? [{ value: '', label: t.anyDoctor }] : []), ...doctors]}
          value={values.doctorId}
          onChange={event => set({ doctorId: event.currentTarget.value })}
        />
        <NumberInput
          label={t.minutes}
          min={SHORTEST_VISIT_MINUTES}
          max={LONGEST_VISIT_MINUTES}
          step={5}
          value={values.minutes}
          onChange={minutes => set({ minutes: minutes === '' ? '' : Number(minutes) })}
          error={errorAt('/minutes')}
        />
      </SimpleGrid>
      <NativeSelect
        label={t.procedure}
        data={[{ value: '', label: t.anyProcedure }, ...procedures]}
        value={values.procedureId}
        onChange={event => set({ procedureId: event.currentTarget.value })}
      />
    </>
  )
}

function When({ form: { values, set } }: { form: Form }) {
  const t = useTexts(waitTexts)
  const { language } = useLanguage()
  return (
    <>
      <SimpleGrid cols={2}>
        <TextInput
          type="date"
          label={t.from}
          value={values.from}
          onChange={event => set({ from: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label={t.until}
          value={values.until}
          onChange={event => set({ until: event.currentTarget.value })}
        />
      </SimpleGrid>
      <Checkbox.Group label={t.weekdays} value={values.weekdays} onChange={weekdays => set({ weekdays })}>
        <Group gap="sm">
          {weekdayNames(language).map((name, day) => (
            <Checkbox key={name} value={String(day)} label={name} />
          ))}
        </Group>
      </Checkbox.Group>
      <Checkbox.Group label={t.parts} value={values.parts} onChange={parts => set({ parts })}>
        <Group gap="sm">
          {PARTS_OF_DAY.map(part => (
            <Checkbox key={part} value={part} label={t.partNames[part]} />
          ))}
        </Group>
      </Checkbox.Group>
    </>
  )
}
