import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { Input, Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useReadPages } from '../../lib/use-read.ts'
import { useRoomKeys } from '../../lib/use-room-keys.ts'
import { focusHeading } from '../../ui/focus.ts'
import { Pages } from '../../ui/pages.tsx'
import { UrlDrawer } from '../../ui/url-drawer.tsx'
import { EditTask } from './edit-task.tsx'
import type { Task } from './task.ts'
import { TaskRow } from './task-row.tsx'
import { tasks } from './texts.ts'

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
      {rows => (rows.length === 0 ? <Gone>{empty}</Gone> : <Rows rows={rows} workplace={workplace} />)}
    </Pages>
  )
}

const stopsIn = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[data-stop]') ?? []),
]

function Rows({ rows, workplace }: { rows: readonly Task[]; workplace: Workplace }) {
  const t = useTexts(tasks)
  const list = useRef<HTMLUListElement>(null)
  const walk = useWalk(list, rows)
  useRoomKeys({ j: () => walk(1), k: () => walk(-1) })
  return (
    <>
      <div className="card">
        <ul className="rows" ref={list}>
          {rows.map(task => (
            <TaskRow key={task.id} {...{ task, workplace }} />
          ))}
        </ul>
      </div>
      {rows.map(task => (
        <UrlDrawer key={task.id} name={task.id} title={t.task}>
          {() => <EditTask key={task.version} {...{ task, workplace }} />}
        </UrlDrawer>
      ))}
    </>
  )
}

/** J and K walk the tasks. As one that has the focus is ticked off and goes, the next one takes it. */
function useWalk(list: RefObject<HTMLElement | null>, rows: readonly Task[]) {
  const last = useRef(-1)
  useEffect(() => {
    const keep = () => {
      const row = document.activeElement?.closest('[data-task]')
      if (document.activeElement !== document.body)
        last.current = stopsIn(list.current).findIndex(stop => row?.contains(stop))
    }
    document.addEventListener('focusin', keep)
    return () => document.removeEventListener('focusin', keep)
  }, [list])
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the rows
  useEffect(() => {
    const stops = stopsIn(list.current)
    if (document.activeElement === document.body && last.current >= 0)
      stops[Math.min(last.current, stops.length - 1)]?.focus()
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
