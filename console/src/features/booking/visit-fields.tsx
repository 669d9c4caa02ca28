import { MultiSelect, NativeSelect, NumberInput, SimpleGrid, TextInput } from '@mantine/core'
import type { Returned } from '../../lib/api.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { useBranch } from '../../lib/use-branch.ts'
import { plainName } from '../../ui/isolated.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { BookingDraft } from './draft.ts'
import { booking } from './texts.ts'
import { doctorsAt, USUAL_MINUTES } from './use-initial.ts'

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
  return (
    <>
      <MultiSelect
        size="md"
        label={t.procedures}
        data={workplace.procedures.map(({ id, name }) => ({ value: id, label: plainName(name) }))}
        value={values.procedureIds}
        onChange={procedureIds => set({ procedureIds })}
        error={errorAt('/procedureIds')}
        searchable
        limit={50}
        maxValues={10}
        hidePickedOptions
      />
      <WithWhom {...props} />
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
          min={5}
          max={720}
          step={5}
          clampBehavior="strict"
          value={values.minutes}
          onChange={minutes => set({ minutes: minutes === '' ? '' : Number(minutes), slot: undefined })}
          error={errorAt('/end')}
        />
      </SimpleGrid>
      <RoomChoice {...props} />
    </>
  )
}

/** The doctors of the branch; another one has slots of another length. */
function WithWhom({ values, set, errorAt, workplace }: VisitFieldsProps) {
  const t = useTexts(booking)
  const { language } = useLanguage()
  const { branches } = useBranch()
  const doctors = doctorsAt(workplace, values.branchId)
  const usualOf = (doctorId: string) => doctors.find(({ id }) => id === doctorId)?.slotMinutes ?? USUAL_MINUTES
  const choose = (doctorId: string) => {
    const isUsual = values.minutes === usualOf(values.doctorId)
    set({ doctorId, slot: undefined, ...(isUsual && { minutes: usualOf(doctorId) }) })
  }
  const named = (one: { id: string; name: string; nameAr: string | null }) => ({
    value: one.id,
    label: plainName(nameOf(language, one)),
  })
  const moveTo = (branchId: string) => {
    const there = doctorsAt(workplace, branchId)
    const doctorId = (there.find(({ id }) => id === values.doctorId) ?? there[0])?.id ?? ''
    set({ branchId, doctorId, room: '', slot: undefined })
  }
  return (
    <SimpleGrid cols={{ base: 1, xs: branches.length > 1 ? 2 : 1 }}>
      {branches.length > 1 && (
        <NativeSelect
          label={t.branch}
          data={branches.map(named)}
          value={values.branchId}
          onChange={event => moveTo(event.currentTarget.value)}
        />
      )}
      {doctors.length === 0 ? (
        <Notice tone="warn">{t.noDoctor}</Notice>
      ) : (
        <NativeSelect
          label={t.doctor}
          data={doctors.map(named)}
          value={values.doctorId}
          onChange={event => choose(event.currentTarget.value)}
          error={errorAt('/doctorId')}
        />
      )}
    </SimpleGrid>
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
