import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Returned } from '../../lib/api.ts'
import { minutesAfter, minutesBetween } from '../../lib/clinic-time.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { typedTime } from '../../lib/typed-time.ts'
import { useRead } from '../../lib/use-read.ts'
import { useDays } from '../../lib/use-time-zone.ts'
import { AsOpened } from '../../ui/as-opened.tsx'
import { plainName } from '../../ui/isolated.tsx'
import { Loaded } from '../../ui/states.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { doctorsAt } from '../booking/doctors-at.ts'
import type { Slot } from '../booking/draft.ts'
import { NextFree } from '../booking/next-free.tsx'
import { booking } from '../booking/texts.ts'
import { usePlaceVisit } from './use-place-visit.ts'
import { visits } from './visit-texts.ts'

type Visit = Returned<'getDayAppointment'>
type Workplace = Returned<'getWorkplace'>

const MOVE = 'move '

/** The part of the address that opens it. */
export const moveOf = (visitId: string): string => `${MOVE}${visitId}`

/** Puts a visit elsewhere without dragging it: to a time that is free next, or to one that is typed. */
export function MoveDrawer({ workplace }: { workplace: Workplace }) {
  const t = useTexts(visits)
  const { opened } = useDrawer()
  const id = opened.startsWith(MOVE) ? opened.slice(MOVE.length) : ''
  const visit = useRead('getDayAppointment', { id }, id !== '')
  return (
    <UrlDrawer name={id === '' ? MOVE : opened} title={t.moveTo}>
      {() => (
        <Loaded query={visit} rows={4} height={60}>
          {known => <AsOpened of={known}>{visit => <MoveForm {...{ visit, workplace }} />}</AsOpened>}
        </Loaded>
      )}
    </UrlDrawer>
  )
}

function MoveForm({ visit, workplace }: { visit: Visit; workplace: Workplace }) {
  const [t, words] = [useTexts(booking), useTexts(visits)]
  const { language } = useLanguage()
  const days = useDays()
  const { close } = useDrawer()
  const place = usePlaceVisit()
  const [doctorId, setDoctor] = useState(visit.doctorId)
  const [typed, setTyped] = useState(() => days.of(visit.start))
  const [slot, setSlot] = useState<Slot>()
  const { branchId } = visit
  const durationMinutes = minutesBetween(visit.start, visit.end)
  const start = slot?.start ?? days.at(typed.day, typedTime(typed.time) ?? '')
  const type = (changes: Partial<typeof typed>) => {
    setTyped({ ...typed, ...changes })
    setSlot(undefined)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (start === undefined) return
    const target = { start, end: minutesAfter(start, durationMinutes), doctorId, ...(slot && { room: slot.room }) }
    if (await place(visit, target)) close()
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <NativeSelect
          label={t.doctor}
          data={doctorsAt(workplace, branchId).map(one => ({ value: one.id, label: plainName(nameOf(language, one)) }))}
          value={doctorId}
          onChange={event => {
            setDoctor(event.currentTarget.value)
            setSlot(undefined)
          }}
        />
        <NextFree
          {...{ branchId, doctorId, minutes: durationMinutes, day: typed.day, chosen: slot }}
          onChoose={setSlot}
        />
        <TypedTime typed={typed} type={type} />
        <Group>
          <Button type="submit" disabled={start === undefined}>
            {words.move}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface TypedTimeProps {
  typed: { day: string; time: string }
  type: (changes: Partial<TypedTimeProps['typed']>) => void
}

function TypedTime({ typed, type }: TypedTimeProps) {
  const t = useTexts(booking)
  return (
    <Group grow>
      <TextInput
        type="date"
        label={t.date}
        value={typed.day}
        onChange={event => type({ day: event.currentTarget.value })}
      />
      <TextInput
        label={t.time}
        inputMode="decimal"
        dir="ltr"
        autoComplete="off"
        required
        value={typed.time}
        onChange={event => type({ time: event.currentTarget.value })}
      />
    </Group>
  )
}
