import { Button, Group } from '@mantine/core'
import type { Returned } from '../../lib/api.ts'
import { daysBefore } from '../../lib/clinic-time.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useDays } from '../../lib/use-time-zone.ts'
import { useBooking, useMayBook } from '../booking/use-booking.ts'
import { visits } from './visit-texts.ts'

/** In how many weeks patients are usually seen again. */
const WEEKS = [1, 2, 4, 12, 26] as const

/** Books the patient again: the same doctor, weekday and time some weeks on. */
export function NextVisit({ visit }: { visit: Returned<'getDayAppointment'> }) {
  const t = useTexts(visits)
  const days = useDays()
  const { open } = useBooking()
  const { patientId, doctorId, room } = visit
  if (!useMayBook() || patientId === null) return null
  const book = (weeks: number) => {
    const later = (instant: string) => {
      const { day, time } = days.of(instant)
      return days.at(daysBefore(day, -7 * weeks), time) ?? ''
    }
    open({ start: later(visit.start), end: later(visit.end), doctorId, patientId, room: room ?? '' })
  }
  return (
    <Group gap="xs" role="group" aria-label={t.next}>
      <span className="small">{t.next}</span>
      {WEEKS.map(weeks => (
        <Button key={weeks} size="compact-sm" variant="default" onClick={() => book(weeks)}>
          {t.inWeeks(weeks)}
        </Button>
      ))}
    </Group>
  )
}
