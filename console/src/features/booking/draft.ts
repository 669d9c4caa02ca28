import type { Input } from '../../lib/api.ts'
import { minutesAfter } from '../../lib/clinic-time.ts'
import { typedTime } from '../../lib/typed-time.ts'
import type { Picked } from '../../ui/picker.tsx'

/** A time that is free. */
export interface Slot {
  start: string
  end: string
  doctorId: string
  room: string | null
}

/** Who has no file yet. */
export interface NewPerson {
  firstName: string
  lastName: string
  phoneNumber: string
  /** They were told of those who may be the same person, and said that this is another. */
  confirmedNew: boolean
}

export interface BookingDraft {
  patient: Picked | undefined
  /** Filled in where a file is opened with the visit. */
  person: NewPerson | undefined
  procedureIds: string[]
  branchId: string
  doctorId: string
  /** One of those that are offered; what is typed holds where there is none. */
  slot: Slot | undefined
  day: string
  /** As it is typed. */
  time: string
  minutes: number | ''
  room: string
  details: string
}

interface Days {
  at(day: string, time: string): string | undefined
}

/** When the visit is to be; nothing as long as it is not said. */
export function spanOf(
  { slot, day, time, minutes }: BookingDraft,
  days: Days,
): { start: string; end: string } | undefined {
  if (slot) return { start: slot.start, end: slot.end }
  const start = days.at(day, typedTime(time) ?? '')
  return start === undefined || minutes === '' ? undefined : { start, end: minutesAfter(start, minutes) }
}

interface Further {
  patientId: string
  waitListEntryId?: string | undefined
  urgent: boolean
}

export function bookingOf(draft: BookingDraft, days: Days, further: Further): Input<'bookDayAppointment'> {
  const { slot, branchId, procedureIds, details } = draft
  const room = slot?.room ?? draft.room
  const { patientId, waitListEntryId, urgent } = further
  return {
    ...{ start: '', ...spanOf(draft, days), branchId, doctorId: slot?.doctorId ?? draft.doctorId, patientId },
    ...(procedureIds.length > 0 && { procedureIds }),
    ...(room !== '' && { room }),
    ...(details.trim() !== '' && { details: details.trim() }),
    ...(waitListEntryId !== undefined && { waitListEntryId }),
    ...(urgent && { urgent }),
  }
}
