import { type KeyboardEvent, useState } from 'react'
import type { Grid, Placed } from './field.ts'
import { columnsBy, type Direction } from './pointing.ts'
import { isSamePlace, lengthenedBy, movedBy, type Place } from './taken.ts'

interface Carried {
  id: string
  place: Place
  /** As it was when it was taken: who moved it since is told of when it is dropped. */
  taken: Placed
}

interface Carrying {
  grid: Grid
  direction: Direction
  drop: (placed: Placed, place: Place) => void
  /** Says where it is, and what came of it. */
  tell: { taken: (placed: Placed) => void; over: (place: Place) => void; returned: (placed: Placed) => void }
}

const ROWS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** A visit that is taken moves with the arrows, and grows or shrinks with Shift, until it is dropped or returned. */
export function useCarry({ grid, direction, drop, tell }: Carrying) {
  const [carried, setCarried] = useState<Carried>()
  const held = grid.cards.find(({ id }) => id === carried?.id)
  function press(event: KeyboardEvent): boolean {
    if (!carried || !held) return false
    const { key, shiftKey } = event
    const [steps, columns] = [ROWS[key] ?? 0, columnsBy(key, direction)]
    if (steps !== 0 || columns !== 0) {
      const { place } = carried
      const next = shiftKey ? lengthenedBy(place, steps, grid) : movedBy(place, { columns, steps }, grid)
      setCarried({ ...carried, place: next })
      if (!isSamePlace(next, place)) tell.over(next)
      return true
    }
    if (key === 'Enter') {
      setCarried(undefined)
      drop(carried.taken, carried.place)
      return true
    }
    if (key !== 'Escape') return false
    setCarried(undefined)
    tell.returned(held)
    return true
  }
  return {
    /** Where the visit is held over now. */
    carried: held && carried,
    press,
    take(placed: Placed) {
      const { id, column, start, end } = placed
      setCarried({ id, place: { column, start, end }, taken: placed })
      tell.taken(placed)
    },
  }
}
