import { VisuallyHidden } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { Input, Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useReadPages } from '../../lib/use-read.ts'
import { useRoomKeys } from '../../lib/use-room-keys.ts'
import { AsOpened } from '../../ui/as-opened.tsx'
import { focusHeading } from '../../ui/focus.ts'
import { Pages } from '../../ui/pages.tsx'
import { UrlDrawer } from '../../ui/url-drawer.tsx'
import { EditTask } from './edit-task.tsx'
import type { Task } from './task.ts'
import { type Edge, TaskRow } from './task-row.tsx'
import { tasks } from './texts.ts'
import { useOrder } from './use-order.ts'
import { useTaskDropping } from './use-order-drag.ts'
import { useOrderKeys } from './use-order-keys.ts'

type Workplace = Returned<'getWorkplace'>

interface ListProps {
  workplace: Workplace
  asked: Input<'listBoardTasks'>
  empty: ReactNode
}

/** Tasks as they are asked for; each is ticked off in its place, and opens beside the room. */
export function TaskList({ workplace, asked, empty }: ListProps) {
  const pages = useReadPages('listBoardTasks', cursor => ({ ...asked, cursor }), { keeps: true })
  return (
    <Pages query={pages} height={320}>
      {rows =>
        rows.length === 0 ? (
          <Gone>{empty}</Gone>
        ) : (
          <Rows {...{ rows, workplace }} isOrdered={asked.open !== undefined || asked.due !== undefined} />
        )
      }
    </Pages>
  )
}

const stopsIn = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[data-stop]') ?? []),
]

interface RowsProps extends Pick<ListProps, 'workplace'> {
  rows: readonly Task[]
  /** Whether they are in the order in which they are to be done, rather than in that in which they came. */
  isOrdered: boolean
}

function Rows({ rows, workplace, isOrdered }: RowsProps) {
  const t = useTexts(tasks)
  const list = useRef<HTMLUListElement>(null)
  const order = useOrder(rows, workplace)
  const walk = useWalk(list, order.shown)
  useRoomKeys({ j: () => walk(1), k: () => walk(-1) })
  const keys = useOrderKeys(order, isOrdered)
  const over = useTaskDropping(list, order.put)
  const edgeAt = (place: number): Edge | undefined => {
    const from = over?.to === place ? rows.findIndex(({ id }) => id === over.id) : place
    return from === place ? undefined : from < place ? 'end' : 'start'
  }
  return (
    <>
      <div className="card">
        <ul className="rows" ref={list} {...keys}>
          {order.shown.map((task, place) => (
            <TaskRow
              key={task.id}
              {...{ task, workplace, isCarried: order.carried?.id === task.id }}
              place={isOrdered ? { place, last: rows.length - 1, put: order.put, edge: edgeAt(place) } : undefined}
            />
          ))}
        </ul>
        <VisuallyHidden role="status">{order.said}</VisuallyHidden>
      </div>
      {rows.map(task => (
        <UrlDrawer key={task.id} name={task.id} title={t.task}>
          {() => <AsOpened of={task}>{one => <EditTask task={one} workplace={workplace} />}</AsOpened>}
        </UrlDrawer>
      ))}
    </>
  )
}

/** J and K walk the tasks. One that is moved keeps the focus; as one that has it is ticked off and goes, the next one takes it. */
function useWalk(list: RefObject<HTMLElement | null>, rows: readonly Task[]) {
  const last = useRef<{ id: string | undefined; place: number }>({ id: undefined, place: -1 })
  useEffect(() => {
    const keep = () => {
      const row = document.activeElement?.closest<HTMLElement>('[data-task]')
      if (document.activeElement === document.body) return
      last.current = { id: row?.dataset.task, place: stopsIn(list.current).findIndex(stop => row?.contains(stop)) }
    }
    document.addEventListener('focusin', keep)
    return () => document.removeEventListener('focusin', keep)
  }, [list])
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the rows
  useEffect(() => {
    const stops = stopsIn(list.current)
    const { id, place } = last.current
    if (document.activeElement !== document.body || place < 0) return
    const same = stops.find(stop => stop.closest<HTMLElement>('[data-task]')?.dataset.task === id)
    const kept = same ?? stops[Math.min(place, stops.length - 1)]
    kept?.focus()
  }, [rows])
  return (step: 1 | -1) => {
    const stops = stopsIn(list.current)
    const at = stops.findIndex(stop => document.activeElement?.closest('[data-task]')?.contains(stop))
    const next = at === -1 ? (step === 1 ? 0 : stops.length - 1) : Math.min(Math.max(at + step, 0), stops.length - 1)
    stops[next]?.focus()
  }
}

/** The last task was ticked off: the focus is not lost with it. */
function Gone({ children }: { children: ReactNode }) {
  useEffect(() => {
    if (document.activeElement === document.body) focusHeading()
  }, [])
  return children
}
