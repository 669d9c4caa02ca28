import type { Returned } from '../../lib/api.ts'
import { useFormats, useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { dayTexts } from './day-texts.ts'
import type { Grid } from './field.ts'
import type { By } from './use-shown-day.ts'

interface Shown {
  by: By
  isWeek: boolean
  workplace: Returned<'getWorkplace'>
}

/** How the columns are called: by the doctor, the room, or in a week the day. */
export function useColumnNames({ drawn }: Grid, { by, isWeek, workplace }: Shown): string[] {
  const t = useTexts(dayTexts)
  const { language } = useLanguage()
  const { weekday } = useFormats()
  const doctorOf = (id: string | null) => {
    const doctor = workplace.practitioners.find(one => one.id === id)
    return doctor ? nameOf(language, doctor) : ''
  }
  return drawn.map(({ column: { date, doctorId, room } }) =>
    isWeek ? weekday(date) : by === 'room' ? (room ?? t.noRoom) : doctorOf(doctorId),
  )
}
