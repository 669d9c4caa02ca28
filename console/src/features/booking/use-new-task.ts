import { useParams } from '@tanstack/react-router'
import { useUrlState } from '../../lib/url-state.ts'
import { useMay } from '../../lib/use-session.ts'
import { useBooking } from './use-booking.ts'

/** The visit of the card that has the focus, in whichever room. */
const focusedVisit = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-visit]')?.dataset.visit

/** Begins a task about what is looked at: a visit, or the patient of a file. Nothing where one may not, or is in no clinic. */
export function useNewTask(): (() => void) | undefined {
  const { clinicId, id = '' } = useParams({ strict: false })
  const { read } = useUrlState()
  const { addTask } = useBooking()
  const may = useMay('tasks:use')
  if (!may || clinicId === undefined) return undefined
  return () => {
    const appointmentId = read('open').startsWith('apt_') ? read('open') : focusedVisit()
    addTask({ ...(appointmentId ? { appointmentId } : id.startsWith('pat_') && { patientId: id }) })
  }
}
