import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { columnsBy, type Direction } from './pointing.ts'
import { type Field, type Stop, stopAt, stopBelow, stopBeside } from './stops.ts'

interface Walking {
  body: RefObject<HTMLElement | null>
  field: Field
  direction: Direction
  /** The time that is looked at first: now, or when the day begins. */
  start: number
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 6, PageUp: -6 }

/** The one stop of the grid that Tab leads to; arrows lead from it to the next ones, and the focus with them. */
export function useWalk({ body, field, direction, start }: Walking) {
  const [chosen, setChosen] = useState<Stop>()
  const mustFocus = useRef(false)
  const has = (id: string) => field.cards.some(card => card.id === id)
  const stop =
    chosen && (chosen.card === undefined || has(chosen.card))
      ? chosen
      : stopAt(field, chosen?.column ?? 0, chosen?.at ?? start)
  // With the very drawing: later an effect of the drawing before would take the focus to where the arrow came from.
  useLayoutEffect(() => {
    if (!mustFocus.current) return
    mustFocus.current = false
    body.current?.querySelector<HTMLElement>('[data-stop]')?.focus()
  })
  // What is looked at first stands in sight.
  useEffect(() => {
    const frame = body.current?.parentElement
    const stop = body.current?.querySelector('[data-stop]')
    if (!frame || !stop) return
    // The frame alone: the window stays where it is.
    frame.scrollTop += stop.getBoundingClientRect().top - frame.getBoundingClientRect().top - frame.clientHeight / 3
  }, [body])
  const go = (next: Stop) => {
    mustFocus.current = true
    setChosen(next)
  }
  /** Whether the key led anywhere. */
  const walk = ({ key }: KeyboardEvent): boolean => {
    if (!stop) return false
    const [rows, columns] = [STEPS[key] ?? 0, columnsBy(key, direction)]
    if (rows === 0 && columns === 0) return false
    go(rows === 0 ? stopBeside(field, stop, columns) : stopBelow(field, stop, rows))
    return true
  }
  return { stop, walk, go, stay: setChosen }
}
