import { Button, Group } from '@mantine/core'
import type { Returned } from '../../lib/api.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { minutesAfter, weekdayNames } from '../../lib/clinic-time.ts'
import { useFormats, useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { useWrite } from '../../lib/use-write.ts'
import { Name, plainName } from '../../ui/isolated.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { offerUndo } from '../../ui/undo.tsx'
import { useTakeBack } from '../../ui/use-take-back.ts'
import { useBooking } from '../booking/use-booking.ts'
import type { FreeTime } from './free-time.ts'
import { waitTexts } from './texts.ts'

type Entry = Returned<'addToWaitList'>
const CHANGED = ['listWaitList', 'listSlotCandidates'] as const

interface RowProps {
  entry: Entry
  workplace: Returned<'getWorkplace'>
  /** The time for which the patient is booked. */
  free?: FreeTime
}

/** A patient who waits: for what and when, booked with one press, taken off with another. */
export function WaitingRow({ entry, workplace, free }: RowProps) {
  const t = useTexts(waitTexts)
  const { open } = useBooking()
  const { remove, removing } = useRemove(entry)
  const { id, patientId, doctorId, minutes } = entry
  const name = entry.name === null ? t.hidden : plainName(entry.name)
  const when = free && { start: free.start, end: minutesAfter(free.start, minutes), doctorId: free.doctorId }
  return (
    <li>
      <Group justify="space-between" align="flex-start" gap="sm">
        <div className="row-text">
          <Name>{name}</Name> {entry.fileNumber !== null && <span className="small">{t.file(entry.fileNumber)}</span>}{' '}
          {entry.priority === 'URGENT' && (
            <span className="tag" data-tone="danger">
              {t.urgent}
            </span>
          )}
          <Wish entry={entry} workplace={workplace} />
        </div>
        <Group gap="xs">
          <Button
            size="compact-md"
            aria-label={t.bookNamed(name)}
            onClick={() => open({ patientId, waitListEntryId: id, ...(doctorId && { doctorId }), ...when })}
          >
            {t.book}
          </Button>
          <Button
            size="compact-md"
            variant="default"
            loading={removing.isPending}
            aria-label={t.removeNamed(name)}
            onClick={remove}
          >
            {t.remove}
          </Button>
        </Group>
      </Group>
      <ProblemNotice error={removing.error} />
    </li>
  )
}

/** What the patient waits for, as far as it is said. */
function Wish({ entry, workplace }: Pick<RowProps, 'entry' | 'workplace'>) {
  const t = useTexts(waitTexts)
  const { day, date } = useFormats()
  const { language } = useLanguage()
  const { from, until, weekdays, parts, note } = entry
  const doctor = workplace.practitioners.find(({ id }) => id === entry.doctorId)
  const procedure = workplace.procedures.find(({ id }) => id === entry.procedureId)
  const names = weekdayNames(language)
  const said = [
    ...(procedure ? [plainName(procedure.name)] : []),
    t.minutesOf(entry.minutes),
    doctor ? plainName(nameOf(language, doctor)) : t.anyDoctor,
    ...(from === null ? [] : [t.fromDay(date(from))]),
    ...(until === null ? [] : [t.untilDay(date(until))]),
    ...(weekdays.length > 0 ? [weekdays.map(one => names[one]).join(' ')] : []),
    ...parts.map(part => t.partNames[part]),
    t.since(day(entry.createdAt)),
  ]
  return (
    <div className="small">
      {said.join(' · ')}
      {note !== null && (
        <div>
          <bdi>{note}</bdi>
        </div>
      )}
    </div>
  )
}

/** Takes the patient off the list, and offers to put them on again. */
function useRemove({ id, version, name }: Entry) {
  const t = useTexts(waitTexts)
  const { ask } = useClinicApi()
  const takeBack = useTakeBack(CHANGED)
  const restore = (at: number) =>
    takeBack(() => ask('updateWaiting', { id, state: 'WAITING' }, undefined, { version: at }), t.restored)
  const removing = useWrite('updateWaiting', {
    changes: CHANGED,
    of: { version, words: { fields: { state: t.state } } },
    done: ({ version: at }) =>
      offerUndo({
        message: t.removed(name === null ? t.hidden : plainName(name)),
        undo: () => void restore(at),
      }),
  })
  const remove = () => removing.mutate({ id, state: 'REMOVED' })
  return { remove, removing }
}
