import { type RefObject, useState } from 'react'
import { useFormats, useTexts } from '../../lib/language-choice.tsx'
import { useDays } from '../../lib/use-time-zone.ts'
import { plainName } from '../../ui/isolated.tsx'
import { useBooking } from '../booking/use-booking.ts'
import { dayTexts } from './day-texts.ts'
import { type Grid, instantIn, ofColumn, type Placed } from './field.ts'
import { columnAt, type Direction, startAt } from './pointing.ts'
import { statusTexts } from './status-texts.ts'
import type { Place } from './taken.ts'
import { useCarry } from './use-carry.ts'
import { useDropping } from './use-drag.ts'
import { usePlaceVisit } from './use-place-visit.ts'
import type { ShownDay } from './use-shown-day.ts'
import { useWalk } from './use-walk.ts'

interface Acting {
  grid: Grid
  shown: ShownDay
  now: string
  names: readonly string[]
  body: RefObject<HTMLElement | null>
  direction: Direction
}

/** What is done in the grid, by hand and by keys: walked, carried, dragged, booked; `said` tells a screen reader of it. */
export function useActs({ grid, shown, now, names, body, direction }: Acting) {
  const t = useTexts(dayTexts)
  const { unnamed } = useTexts(statusTexts)
  const { time } = useFormats()
  const days = useDays()
  const [said, say] = useState('')
  const place = usePlaceVisit()
  const { open } = useBooking()
  const nameOf = ({ card: { name } }: Placed) => (name === null ? unnamed : plainName(name))
  const instant = (column: number, at: number) => instantIn(grid, { column, at }, days)
  const columnName = (column: number) => names[column] ?? ''

  function drop({ card }: Placed, { column, start, end }: Place): void {
    // A day that ends in the grid ends at its midnight, which its clocks show as none of its own times.
    const length = end - start
    const from = instant(column, start)
    const until = new Date(Date.parse(from) + length).toISOString()
    void place(card, { start: from, end: until, ...ofColumn(grid, column, shown.by) })
  }
  const carry = useCarry({
    ...{ grid, direction, drop },
    tell: {
      taken: placed => say(t.taken(nameOf(placed))),
      returned: placed => say(t.returned(nameOf(placed))),
      over: ({ column, start, end }) =>
        say(t.over(`${time(instant(column, start))} – ${time(instant(column, end))}`, columnName(column))),
    },
  })
  const first = shown.isToday ? Date.parse(now) : (grid.cards[0]?.start ?? grid.axis.from)
  const walk = useWalk({ body, field: grid, direction, start: Math.max(grid.axis.from, first) })
  const book = (column: number, at: number) => {
    const { doctorId, room } = ofColumn(grid, column, shown.by)
    open({ start: instant(column, at), doctorId: doctorId ?? shown.doctorId, ...(room && { room }) })
  }
  return {
    ...{ said, drop, carry, walk, instant },
    ghost: useDropping({ body, grid, direction, drop }),
    book: {
      stop: book,
      /** Where one points: on the step of the grid that lies there. */
      at({ clientX, clientY }: { clientX: number; clientY: number }) {
        const box = body.current?.getBoundingClientRect()
        if (!box) return
        const { axis, gridMinutes, columns } = grid
        // The step that the pointer is in, not the nearest beginning of one.
        const at = startAt(clientY, box, axis, { gridMinutes, heldAt: (gridMinutes * 60_000) / 2 })
        const column = columnAt(clientX, box, columns, direction)
        walk.stay({ column, at })
        book(column, at)
      },
    },
  }
}
