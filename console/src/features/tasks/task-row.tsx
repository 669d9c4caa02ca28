import { Anchor, Checkbox, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useFormats, useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { isPast } from '../../lib/moments.ts'
import { nameOf } from '../../lib/session.ts'
import { Name, plainName } from '../../ui/isolated.tsx'
import { PatientLink } from '../patients/patient-link.tsx'
import { isToDo, type Task } from './task.ts'
import { tasks } from './texts.ts'
import { useTick } from './use-tick.ts'

interface RowProps {
  task: Task
  workplace: Returned<'getWorkplace'>
}

/** A task: Space ticks it off, Enter opens it. */
export function TaskRow({ task, workplace }: RowProps) {
  const t = useTexts(tasks)
  const { tick, isTicked } = useTick(task, workplace)
  const press = (event: KeyboardEvent) => {
    if (event.key !== ' ' || event.target instanceof HTMLInputElement) return
    event.preventDefault()
    tick()
  }
  return (
    <li data-task={task.id} onKeyDown={press}>
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
      </Group>
    </li>
  )
}

/** Until when, by whom, about whom. */
function About({ task, workplace }: RowProps) {
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
