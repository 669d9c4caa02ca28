import type { Tx } from '../../kernel/tx.ts'
import type { AppointmentRow } from './appointment.ts'
import { bookAppointment, endOf, type NewAppointment } from './book-appointment.ts'
import { minutesWith } from './proposed-minutes.ts'
import { bookWaiting } from './wait-list.ts'

interface Booking extends Omit<NewAppointment, 'end'> {
  /** As long as what is done, or else a slot of the doctor, unless told. */
  end?: string | undefined
  waitListEntryId?: string | undefined
}

/** Books as the desk does: the length follows from what is done and from the doctor, and who waited for it waits no more. */
export async function bookByStaff(tx: Tx, { waitListEntryId, ...booking }: Booking): Promise<AppointmentRow> {
  const end = booking.end ?? endOf(booking.start, await minutesWith(tx, booking.doctorId, booking.procedureIds))
  const appointment = await bookAppointment(tx, { ...booking, end })
  if (waitListEntryId !== undefined) await bookWaiting(tx, waitListEntryId, appointment)
  return appointment
}
