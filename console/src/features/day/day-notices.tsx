import { useFormats, useTexts } from '../../lib/language-choice.tsx'
import { plainName } from '../../ui/isolated.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useDrawer } from '../../ui/url-drawer.tsx'
import type { Day } from './card.ts'
import classes from './day.module.css'
import { dayTexts } from './day-texts.ts'
import type { Grid } from './field.ts'
import { statusTexts } from './status-texts.ts'
import { ToHours } from './to-hours.tsx'

/** What stands above the grid: why nothing is booked, and which visits stand where none would be. */
export function DayNotices({ day, grid }: { day: Day; grid: Grid }) {
  const t = useTexts(dayTexts)
  const { closed } = day
  const isEmpty = grid.cards.length === 0
  return (
    <>
      {closed && (
        <Notice tone="info">
          {closed.reason === 'holiday' ? t.closed.holiday(plainName(closed.name ?? '')) : t.closed[closed.reason]}
        </Notice>
      )}
      {!closed && grid.columns === 0 && (
        <Notice tone="info">
          {t.nobody} <ToHours>{t.shifts}</ToHours>
        </Notice>
      )}
      {!closed && grid.columns > 0 && isEmpty && <p className="small">{t.empty}</p>}
      <Misplaced grid={grid} />
    </>
  )
}

function Misplaced({ grid }: { grid: Grid }) {
  const t = useTexts(dayTexts)
  const { unnamed } = useTexts(statusTexts)
  const { slot } = useFormats()
  const { open } = useDrawer()
  const misplaced = grid.cards.filter(({ card }) => card.misplaced !== null)
  if (misplaced.length === 0) return null
  return (
    <Notice tone="warn">
      {t.misplaced(misplaced.length)}
      <ul className={classes.misplaced}>
        {misplaced.map(({ id, card: { name, start, misplaced: why } }) => (
          <li key={id}>
            <button type="button" className={classes.open} onClick={() => open(id)}>
              <bdi className="name">{name === null ? unnamed : plainName(name)}</bdi>
            </button>{' '}
            {slot(start)}
            {why && `: ${t.whyMisplaced[why]}`}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
