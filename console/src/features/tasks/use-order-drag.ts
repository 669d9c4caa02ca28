import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { TaskOrder } from './use-order.ts'

const idIn = ({ task }: Readonly<Record<string | symbol, unknown>>): string | undefined =>
  typeof task === 'string' ? task : undefined

/** Among the others, the place of what is let go at a height: after those whose middle lies above it. */
const placeUnder = (list: HTMLElement, id: string, clientY: number): number =>
  [...list.querySelectorAll<HTMLElement>('[data-task]')].filter(row => {
    const { top, height } = row.getBoundingClientRect()
    return row.dataset.task !== id && top + height / 2 < clientY
  }).length

/** Where a task that is dragged over the list would come to lie; it is put there when it is let go. */
export function useTaskDropping(list: RefObject<HTMLElement | null>, put: TaskOrder['put'] | undefined) {
  const [over, setOver] = useState<{ id: string; to: number }>()
  const latest = useRef(put)
  useEffect(() => {
    latest.current = put
  })
  useEffect(() => {
    const element = list.current
    if (!element) return
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => idIn(source.data) !== undefined,
      onDrag({ source, location }) {
        const id = idIn(source.data)
        if (id === undefined) return
        const to = placeUnder(element, id, location.current.input.clientY)
        setOver(before => (before?.to === to ? before : { id, to }))
      },
      onDragLeave: () => setOver(undefined),
      onDrop({ source, location }) {
        setOver(undefined)
        const id = idIn(source.data)
        if (id !== undefined) latest.current?.(id, placeUnder(element, id, location.current.input.clientY))
      },
    })
  }, [list])
  return over
}

/** Lets a row be dragged by its grip. */
export function useTaskDragging(row: RefObject<HTMLElement | null>, grip: RefObject<HTMLElement | null>, task: string) {
  useEffect(() => {
    if (!row.current || !grip.current) return
    return draggable({ element: row.current, dragHandle: grip.current, getInitialData: () => ({ task }) })
  }, [row, grip, task])
}
