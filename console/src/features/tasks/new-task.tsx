import { INPUT } from 'virtual:staff-input/addBoardTask'
import { issuesOf } from '@clinic/contract/issues.ts'
import { useState } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useBranch } from '../../lib/use-branch.ts'
import { useForm } from '../../lib/use-form.ts'
import { useRead } from '../../lib/use-read.ts'
import { useDays } from '../../lib/use-time-zone.ts'
import { useWrite } from '../../lib/use-write.ts'
import type { Picked } from '../../ui/picker.tsx'
import { Loaded } from '../../ui/states.tsx'
import { type Place, useBooking } from '../booking/use-booking.ts'
import { TASKS_CHANGED } from './task.ts'
import { EMPTY_TASK, newTaskOf } from './task-draft.ts'
import { TaskFields } from './task-fields.tsx'
import { tasks } from './texts.ts'

interface NewTaskProps {
  workplace: Returned<'getWorkplace'>
  place: Place
}

/** Gives the staff something to do: about the visit or the patient that was looked at, where one was. */
export function NewTask({ workplace, place: { appointmentId, patientId } }: NewTaskProps) {
  const visit = useRead('getDayAppointment', { id: appointmentId ?? '' }, appointmentId !== undefined)
  const about = appointmentId === undefined ? patientId : (visit.data?.patientId ?? undefined)
  const file = useRead('getPatientFile', { id: about ?? '' }, about !== undefined)
  if (appointmentId !== undefined && visit.data === undefined)
    return (
      <Loaded query={visit} rows={4} height={60}>
        {() => null}
      </Loaded>
    )
  if (about === undefined) return <AddTask {...{ workplace, appointmentId, patient: undefined }} />
  return (
    <Loaded query={file} rows={4} height={60}>
      {({ id, name }) => <AddTask {...{ workplace, appointmentId, patient: { id, name } }} />}
    </Loaded>
  )
}

interface AddProps extends Pick<NewTaskProps, 'workplace'> {
  appointmentId: string | undefined
  patient: Picked | undefined
}

function AddTask({ workplace, appointmentId, patient }: AddProps) {
  const t = useTexts(tasks)
  const days = useDays()
  const { close } = useBooking()
  const { branch } = useBranch()
  const [initial] = useState(() => ({ ...EMPTY_TASK, patient, branchId: branch?.id ?? '' }))
  const adding = useWrite('addBoardTask', { changes: TASKS_CHANGED, said: () => t.added })
  const form = useForm({
    initial,
    check: draft => issuesOf(INPUT, newTaskOf(draft, days, appointmentId)),
    send: draft => adding.mutateAsync(newTaskOf(draft, days, appointmentId)),
    leave: close,
  })
  return <TaskFields {...{ form, workplace, schema: INPUT, deed: t.addDeed }} />
}
