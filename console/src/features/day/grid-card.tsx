import { type CSSProperties, memo, type RefObject, useRef } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { Name, plainName } from '../../ui/isolated.tsx'
import { MINUTE_MS } from './axis.ts'
import { CardMarks } from './card-marks.tsx'
import classes from './day.module.css'
import { dayTexts } from './day-texts.ts'
import type { Grid, Placed } from './field.ts'
import { placing } from './placing.ts'
import { StatusIcon } from './status.tsx'
import { shownStatus } from './status-rules.ts'
import { statusTexts } from './status-texts.ts'
import type { Place } from './taken.ts'
import { useDraggable, useLengthening } from './use-drag.ts'
import { visits } from './visit-texts.ts'

interface GridCardProps {
  placed: Placed
  grid: Grid
  body: RefObject<HTMLElement | null>
  workplace: Returned<'getWorkplace'>
  /** Its part of the width, where others share its time. */
  seat: CSSProperties | undefined
  /** Where it is held over, while it is carried. */
  over: Place | undefined
  columnName: string
  isStop: boolean
  isMovable: boolean
  /** How a time is written. */
  time: (iso: string) => string
  open: (id: string) => void
  /** The arrows lead on from here. */
  focus: (placed: Placed) => void
  drop: (placed: Placed, place: Place) => void
}

/** A visit in the grid: as much of it as its length has room for. Of hundreds only those that change are drawn anew. */
export const GridCard = memo((props: GridCardProps) => {
  const { placed, grid, body, seat, over, isStop, isMovable, open, drop } = props
  const t = useTexts(dayTexts)
  const { card } = placed
  const button = useRef<HTMLButtonElement>(null)
  useDraggable(button, placed, isMovable && !over)
  const { end, grip } = useLengthening({ body, grid, placed, drop })
  const shown = over ?? { ...placed, ...(end !== undefined && { end }) }
  const minutes = (shown.end - shown.start) / MINUTE_MS
  return (
    <li
      className={classes.place}
      style={{ ...placing(grid.axis, shown, shown.column), ...(!over && seat) }}
      data-carried={over !== undefined || undefined}
    >
      <button
        ref={button}
        type="button"
        className={classes.card}
        data-visit={card.id}
        data-stop={isStop || undefined}
        data-status={shownStatus(card)}
        data-short={minutes < 30 || undefined}
        data-misplaced={card.misplaced ?? undefined}
        tabIndex={isStop ? 0 : -1}
        onFocus={() => props.focus(placed)}
        onClick={() => open(card.id)}
      >
        <CardText {...props} minutes={minutes} />
      </button>
      {isMovable && <span className={classes.grip} data-grip title={t.longer} aria-hidden {...grip} />}
    </li>
  )
})

/** As much of a visit as is read in the room that it has; the rest is read aloud. */
function CardText({ placed: { card }, columnName, workplace, time, minutes }: GridCardProps & { minutes: number }) {
  const t = useTexts(visits)
  const { statuses } = useTexts(statusTexts)
  const status = shownStatus(card)
  const procedures = workplace.procedures.filter(({ id }) => card.procedureIds.includes(id))
  const hasRoom = (from: number) => (minutes < from ? classes.aloud : classes.small)
  return (
    <>
      <span className={classes.line}>
        <StatusIcon status={status} />
        <span className={classes.who}>{card.name === null ? t.noPatient : <Name>{card.name}</Name>}</span>
        <CardMarks card={card} />
      </span>
      <span className={hasRoom(30)}>
        {' '}
        <bdi>{`${time(card.start)} – ${time(card.end)}`}</bdi>
        {' · '}
        {statuses[status]}
      </span>
      <span className={hasRoom(45)}> {procedures.map(({ name }) => plainName(name)).join(', ')}</span>
      <span className={classes.aloud}> {columnName}</span>
    </>
  )
}
