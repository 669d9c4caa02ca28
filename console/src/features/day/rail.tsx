import { useFormats } from '../../lib/language-choice.tsx'
import { type Axis, hoursOf, MINUTE_MS } from './axis.ts'
import classes from './day.module.css'
import { placing } from './placing.ts'

/** The hours, written beside the grid; they stay in sight where it is wider than the window. */
export function Rail({ axis }: { axis: Axis }) {
  const { time } = useFormats()
  return (
    <div className={classes.rail} aria-hidden>
      {hoursOf(axis).map(at => (
        <span key={at} style={placing(axis, { start: at, end: at + 60 * MINUTE_MS }, 0)}>
          <bdi>{time(new Date(at).toISOString())}</bdi>
        </span>
      ))}
    </div>
  )
}
