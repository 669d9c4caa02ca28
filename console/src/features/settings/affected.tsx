import { Link } from '@tanstack/react-router'
import { hrefOf } from '../../app/rooms.ts'
import type { Returned } from '../../lib/api.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useFormats, useTexts } from '../../lib/language-choice.tsx'
import { useDays } from '../../lib/use-time-zone.ts'
import { Name } from '../../ui/isolated.tsx'
import { Notice } from '../../ui/notice.tsx'
import { settings } from './texts.ts'

export type Affected = Returned<'putShifts'>['affected']

/** The visits that stand outside the hours since they were saved, each with the way to its day. */
export function AffectedVisits({ affected }: { affected: Affected }) {
  const t = useTexts(settings)
  const { clinicId } = useClinicApi()
  const { slot } = useFormats()
  const days = useDays()
  if (affected.length === 0) return null
  return (
    <Notice tone="warn">
      {t.standing(affected.length)}
      <ul>
        {affected.map(({ id, name, start }) => (
          <li key={id}>
            <Link to={hrefOf(clinicId, 'day')} search={{ date: days.of(start).day, open: id }}>
              {name !== null && <Name>{name}</Name>} {slot(start)}
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
