import { LONGEST_VISIT_MINUTES, SHORTEST_VISIT_MINUTES } from '@clinic/contract/staff/visit-minutes.ts'
import { NativeSelect, NumberInput, SimpleGrid, TextInput } from '@mantine/core'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { ProcedureChoice, WithWhom } from './choices.tsx'
import type { BookingDraft } from './draft.ts'
import { NextFree } from './next-free.tsx'
import { minutesWith } from './proposed-minutes.ts'
import { booking } from './texts.ts'

interface VisitFieldsProps {
  values: BookingDraft
  set: (changes: Partial<BookingDraft>) => void
  errorAt: (path: string) => string | undefined
  workplace: Returned<'getWorkplace'>
}

/** What for, with whom, when and where. */
export function VisitFields(props: VisitFieldsProps) {
  const { values, set, errorAt, workplace } = props
  const t = useTexts(booking)
  const { branchId, doctorId, procedureIds } = values
  // What follows from the doctor and the procedures follows them; what was typed stays.
  const retime = (to: Partial<Pick<BookingDraft, 'doctorId' | 'procedureIds'>>) => {
    const isProposed = values.minutes === minutesWith(workplace, doctorId, procedureIds)
    const { doctorId: doctor, procedureIds: procedures } = { doctorId, procedureIds, ...to }
    set({ ...to, slot: undefined, ...(isProposed && { minutes: minutesWith(workplace, doctor, procedures) }) })
  }
  return (
    <>
      <ProcedureChoice
        workplace={workplace}
        chosen={procedureIds}
        onChange={chosen => retime({ procedureIds: chosen })}
        error={errorAt('/procedureIds')}
      />
      <WithWhom
        {...{ workplace, branchId, doctorId }}
        any={t.anyDoctor}
        onDoctor={id => retime({ doctorId: id })}
        onBranch={(branch, doctor) => set({ branchId: branch, doctorId: doctor, room: '', slot: undefined })}
        error={errorAt('/doctorId')}
      />
      <When {...{ values, set, errorAt }} />
      <RoomChoice {...props} />
    </>
  )
}

/** One of the times that are free next, or what is typed. */
function When({ values, set, errorAt }: Omit<VisitFieldsProps, 'workplace'>) {
  const t = useTexts(booking)
  const { branchId, doctorId } = values
  return (
    <>
      {values.time === '' && values.minutes !== '' && (
        <NextFree
          {...{ branchId, doctorId, minutes: values.minutes, day: values.day, chosen: values.slot }}
          onChoose={slot => set({ slot })}
        />
      )}
      <SimpleGrid cols={{ base: 2, xs: 3 }}>
        <TextInput
          type="date"
          label={t.date}
          value={values.day}
          onChange={event => set({ day: event.currentTarget.value, slot: undefined })}
        />
        <TextInput
          label={t.time}
          placeholder="09:30"
          inputMode="decimal"
          dir="ltr"
          autoComplete="off"
          required
          data-time={values.time === '' ? 'empty' : 'said'}
          value={values.time}
          onChange={event => set({ time: event.currentTarget.value, slot: undefined })}
          error={errorAt('/start')}
        />
        <NumberInput
          label={t.minutes}
          min={SHORTEST_VISIT_MINUTES}
          max={LONGEST_VISIT_MINUTES}
          step={5}
          clampBehavior="strict"
          value={values.minutes}
          onChange={minutes => set({ minutes: minutes === '' ? '' : Number(minutes), slot: undefined })}
          error={errorAt('/end')}
        />
      </SimpleGrid>
    </>
  )
}

/** Where, as the branch lists it; a time that is offered brings its own. */
function RoomChoice({ values, set, errorAt, workplace }: VisitFieldsProps) {
  const t = useTexts(booking)
  const rooms = workplace.branches.find(({ id }) => id === values.branchId)?.rooms ?? []
  if (rooms.length === 0) return null
  return (
    <NativeSelect
      label={t.room}
      data={[{ value: '', label: t.noRoom }, ...rooms]}
      value={values.slot?.room ?? values.room}
      onChange={event => {
        const room = event.currentTarget.value
        set({ room, ...(values.slot && { slot: { ...values.slot, room: room || null } }) })
      }}
      error={errorAt('/room')}
    />
  )
}
