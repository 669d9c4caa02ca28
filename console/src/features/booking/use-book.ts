import { INPUT } from 'virtual:staff-input/bookDayAppointment'
import { INPUT as PERSON } from 'virtual:staff-input/createPatientFile'
import type { Issue } from '@clinic/contract/errors.ts'
import { issuesOf } from '@clinic/contract/issues.ts'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Returned } from '../../lib/api.ts'
import { useFormats, useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { useDays } from '../../lib/use-time-zone.ts'
import { useWrite } from '../../lib/use-write.ts'
import { type BookingDraft, bookingOf, spanOf } from './draft.ts'
import { hasPassed, PastTime } from './past-time.tsx'
import { booking } from './texts.ts'
import type { Place } from './use-booking.ts'
import { fileOf, usePatientOf } from './use-patient-of.ts'

const CHANGED = ['getDay', 'searchPatients', 'searchClinic', 'listWaitList', 'listSlotCandidates'] as const
const required = (path: string): Issue => ({ path, code: 'required', message: 'is required' })

type Form = ReturnType<typeof useForm<BookingDraft, Returned<'bookDayAppointment'>>>

/** The form of the panel: what it says, and how it is booked; who has no file gets one first, and once. */
export function useBook(initial: BookingDraft, place: Place, onBooked: () => void) {
  const t = useTexts(booking)
  const days = useDays()
  const { slot } = useFormats()
  const patientOf = usePatientOf()
  const writing = useWrite('bookDayAppointment', { changes: CHANGED, said: ({ start }) => t.booked(slot(start)) })
  const { waitListEntryId } = place
  const inputOf = (draft: BookingDraft, patientId: string, urgent: boolean) =>
    bookingOf(draft, days, { patientId, urgent, waitListEntryId })

  const isUrgent = useRef(place.urgent === 'yes')
  /** A start that has passed, and is meant all the same. */
  const meant = useRef<string>(undefined)

  const form: Form = useForm<BookingDraft, Returned<'bookDayAppointment'>>({
    initial,
    check: draft => {
      const isWithout = !draft.patient && !draft.person
      return [
        ...(isWithout ? [required('/patientId')] : []),
        ...(draft.person ? issuesOf(PERSON, fileOf(draft)) : []),
        ...(spanOf(draft, days)
          ? issuesOf(INPUT, inputOf(draft, draft.patient?.id ?? 'pat_x', false))
          : [required('/start')]),
      ]
    },
    send: async draft => {
      const urgent = isUrgent.current
      const { start = '' } = spanOf(draft, days) ?? {}
      if (hasPassed(start) && meant.current !== start) throw new PastTime()
      return writing.mutateAsync(inputOf(draft, await patientOf(draft, form.set), urgent))
    },
    // The patient whom the place names is chosen once their name is read.
    given: ({ patient }) => (patient && patient.id === place.patientId ? { patient } : {}),
    leave: onBooked,
  })
  /** At the time that was refused, not at one that is offered instead. */
  const bookUrgent = (refused: BookingDraft) => {
    isUrgent.current = true
    flushSync(() => form.set(refused))
    form.props.ref.current?.requestSubmit()
    isUrgent.current = place.urgent === 'yes'
  }
  const bookPassed = (asked: BookingDraft) => {
    meant.current = spanOf(asked, days)?.start
    flushSync(() => form.set(asked))
    form.props.ref.current?.requestSubmit()
  }
  return { form, bookUrgent, bookPassed }
}
