import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { MINUTE_MS } from './axis.ts'
import type { Grid, Placed } from './field.ts'
import { columnAt, type Direction, endAt, startAt } from './pointing.ts'
import { isSamePlace, type Place } from './taken.ts'

/** What is dragged, and how many milliseconds below its beginning it is held. */
interface Dragged {
  id: string
  heldAt: number
}

const draggedIn = ({ id, heldAt }: Readonly<Record<string | symbol, unknown>>): Dragged | undefined =>
  typeof id === 'string' && typeof heldAt === 'number' ? { id, heldAt } : undefined

interface Dragging {
  body: RefObject<HTMLElement | null>
  grid: Grid
  direction: Direction
  drop: (placed: Placed, place: Place) => void
}

/** Where a visit that is dragged over the grid would be put; it is put there when it is let go. */
export function useDropping({ body, grid, direction, drop }: Dragging): (Place & { id: string }) | undefined {
  const [over, setOver] = useState<Place & { id: string }>()
  const latest = useRef({ grid, direction, drop })
  useEffect(() => {
    latest.current = { grid, direction, drop }
  })
  useEffect(() => {
    const element = body.current
    if (!element) return
    const placeOf = (dragged: Dragged, { clientX, clientY }: { clientX: number; clientY: number }) => {
      const known = latest.current
      const card = known.grid.cards.find(({ id }) => id === dragged.id)
      if (!card) return undefined
      const box = element.getBoundingClientRect()
      const column = columnAt(clientX, box, known.grid.columns, known.direction)
      const { axis, gridMinutes } = known.grid
      const start = startAt(clientY, box, axis, { gridMinutes, heldAt: dragged.heldAt })
      return { card, place: { id: card.id, column, start, end: start + card.end - card.start } }
    }
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => draggedIn(source.data) !== undefined,
      onDrag({ source, location }) {
        const dragged = draggedIn(source.data)
        const found = dragged && placeOf(dragged, location.current.input)
        if (found) setOver(before => (before && isSamePlace(before, found.place) ? before : found.place))
      },
      onDragLeave: () => setOver(undefined),
      onDrop({ source, location }) {
        setOver(undefined)
        const dragged = draggedIn(source.data)
        const found = dragged && placeOf(dragged, location.current.input)
        if (found && !isSamePlace(found.card, found.place)) latest.current.drop(found.card, found.place)
      },
    })
  }, [body])
  return over
}

/** Lets a card be dragged, except by the edge that lengthens it. */
export function useDraggable(element: RefObject<HTMLElement | null>, placed: Placed, isMovable: boolean): void {
  const { id, start, end } = placed
  useEffect(() => {
    const card = element.current
    if (!card || !isMovable) return
    const heldAt = (clientY: number) => {
      const { top, height } = card.getBoundingClientRect()
      return height === 0 ? 0 : ((clientY - top) / height) * (end - start)
    }
    return draggable({
      element: card,
      canDrag: ({ input }) => !document.elementFromPoint(input.clientX, input.clientY)?.closest('[data-grip]'),
      getInitialData: ({ input }) => ({ id, heldAt: heldAt(input.clientY) }),
    })
  }, [element, id, start, end, isMovable])
}

interface Lengthening {
  body: RefObject<HTMLElement | null>
  grid: Grid
  placed: Placed
  drop: (placed: Placed, place: Place) => void
}

/** The lower edge of a card: pulled, it says when the visit would end. */
export function useLengthening({ body, grid, placed, drop }: Lengthening) {
  const [end, setEnd] = useState<number>()
  const isPulled = useRef(false)
  const pull = (clientY: number) => {
    const box = body.current?.getBoundingClientRect()
    return box && endAt(clientY, box, grid.axis, { gridMinutes: grid.gridMinutes, start: placed.start })
  }
  return {
    end,
    grip: {
      onPointerDown(event: React.PointerEvent) {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        isPulled.current = true
      },
      onPointerMove(event: React.PointerEvent) {
        if (isPulled.current) setEnd(pull(event.clientY))
      },
      onPointerUp(event: React.PointerEvent) {
        if (!isPulled.current) return
        isPulled.current = false
        setEnd(undefined)
        const until = pull(event.clientY)
        const { column, start } = placed
        if (until !== undefined && Math.abs(until - placed.end) >= MINUTE_MS)
          drop(placed, { column, start, end: until })
      },
      onPointerCancel() {
        isPulled.current = false
        setEnd(undefined)
      },
    },
  }
}
