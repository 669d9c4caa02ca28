import { isToDo } from '@clinic/contract/tasks.ts'
import { Anchor, Checkbox, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useRef } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useFormats, useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { isPast } from '../../lib/moments.ts'
import { nameOf } from '../../lib/session.ts'
import { Name, plainName } from '../../ui/isolated.tsx'
import { PatientLink } from '../patients/patient-link.tsx'
import type { Task } from './task.ts'
import { type GripProps, TaskGrip } from './task-grip.tsx'
import classes from './tasks.module.css'
import { tasks } from './texts.ts'
import { useTaskDragging } from './use-order-drag.ts'
import { useTick } from './use-tick.ts'

interface AboutProps {
  task: Task
  workplace: Returned<'getWorkplace'>
}

/** Where in a row what is dragged would come to lie. */
export type Edge = 'start' | 'end'

interface RowProps extends AboutProps {
  isCarried: boolean
  /** Where it is in a list that can be put in another order. */
  place: (Omit<GripProps, 'task' | 'grip'> & { edge: Edge | undefined }) | undefined
}

/** A task: Space ticks it off, Enter opens it. */
export function TaskRow({ task, workplace, isCarried, place }: RowProps) {
  const t = useTexts(tasks)
  const [row, grip] = [useRef<HTMLLIElement>(null), useRef<HTMLButtonElement>(null)]
  useTaskDragging(row, grip, task.id)
  const { tick, isTicked } = useTick(task, workplace)
  const press = (event: KeyboardEvent) => {
    if (event.key !== ' ' || event.target instanceof HTMLInputElement) return
    event.preventDefault()
    tick()
  }
  return (
    <li
      ref={row}
      className={classes.row}
      data-task={task.id}
      data-carried={isCarried || undefined}
      data-edge={place?.edge}
      onKeyDown={press}
    >
      <Group gap="sm" align="flex-start" wrap="nowrap">
        <Checkbox size="md" aria-label={t.tick(plainName(task.title))} checked={isTicked} onChange={tick} />
        <div className="row-text">
          <Anchor
            inherit
            c="inherit"
            td={isTicked ? 'line-through' : undefined}
            renderRoot={props => (
              <Link
                {...props}
                to="."
                search={(before: Record<string, string | undefined>) => ({ ...before, open: task.id })}
                data-stop
                aria-keyshortcuts={place && 'm'}
                draggable={false}
              />
            )}
          >
            <bdi>{plainName(task.title)}</bdi>
          </Anchor>{' '}
          {task.priority === 'HIGH' && (
            <span className="tag" data-tone="danger">
              {t.priorities.HIGH}
            </span>
          )}
          <About task={task} workplace={workplace} />
        </div>
        {place && <TaskGrip {...{ ...place, task, grip }} />}
      </Group>
    </li>
  )
}

/** Until when, by whom, about whom. */
function About({ task, workplace }: AboutProps) {
  const t = useTexts(tasks)
  const { language } = useLanguage()
  const { moment } = useFormats()
  const { due, status, assignedToId, patientId, patientName, appointmentId, details } = task
  const doctor = workplace.practitioners.find(({ id }) => id === assignedToId)
  const isLate = isToDo(status) && isPast(due)
  return (
    <div className="small">
      {due !== null && (
        <>
          {isLate ? (
            <span className="tag" data-tone="warn">
              {t.late(moment(due))}
            </span>
          ) : (
            t.until(moment(due))
          )}
          {' · '}
        </>
      )}
      {doctor ? <Name>{nameOf(language, doctor)}</Name> : t.anybody}
      {patientId !== null && (
        <>
          {' · '}
          {patientName === null ? t.hidden : <PatientLink patient={{ id: patientId, name: patientName }} />}
        </>
      )}
      {appointmentId !== null && ` · ${t.aboutVisit}`}
      {!isToDo(status) && ` · ${t.statuses[status]}`}
      {details !== null && (
        <div>
          <bdi>{plainName(details)}</bdi>
        </div>
      )}
    </div>
  )
}
