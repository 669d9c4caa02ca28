import type { Tx } from '../../../kernel/tx.ts'
import { bookAppointment } from '../../scheduling/book-appointment.ts'
import { changeAppointment } from '../../scheduling/change-appointment.ts'
import { moveAppointment } from '../../scheduling/move-appointment.ts'
import { startVideoCall } from '../../scheduling/start-video-call.ts'
import { fitting, newest } from '../fitting.ts'
import { aPatient, book, nextSlot } from '../people.ts'
import { triggers } from '../trigger.ts'

const expected = newest('appointment', "t.status in ('OPEN', 'CONFIRMED') and t.starts_at > clinic_now()")
const inTheHouse = newest('appointment', "t.status in ('CHECKEDIN', 'WAITING', 'INPROGRESS')")
const uncalled = newest('appointment', "t.is_online and t.video_call_id is null and t.status in ('OPEN', 'CONFIRMED')")

const anExpected = (tx: Tx, named?: string) => fitting(tx, named, expected, () => book(tx))

/** To the next slot of the same doctor at the same branch, into no room: the one that it has may be taken then. */
async function nextTime(tx: Tx, id: string) {
  const { doctor_id: doctorId, branch_id: branchId } = await tx.get('appointment', id)
  const { start, end } = await nextSlot(tx, { doctorId, branchId })
  return { start, end, room: null }
}

export const appointmentTriggers = triggers({
  'appointment.created': async (tx, set) => {
    const slot = await nextSlot(tx, { doctorId: set.doctorId, branchId: set.branchId })
    return bookAppointment(tx, { ...slot, ...set, patientId: await aPatient(tx, set.patientId) })
  },
  'appointment.updated': async (tx, { id: named, ...set }) => {
    const id = await anExpected(tx, named)
    const changes = Object.keys(set).length > 0 ? set : await nextTime(tx, id)
    return changeAppointment(tx, { ...changes, id })
  },
  'appointment.cancelled': async (tx, { id, cancelReason }) =>
    moveAppointment(tx, { id: await anExpected(tx, id), to: 'CANCELED', cancelReason }),
  'appointment.checkedin': async (tx, { id }) => moveAppointment(tx, { id: await anExpected(tx, id), to: 'CHECKEDIN' }),
  'appointment.completed': async (tx, { id }) => {
    const visiting = await fitting(tx, id, inTheHouse, () => book(tx))
    return moveAppointment(tx, { id: visiting, to: 'COMPLETED' })
  },
  'appointment.noshow': async (tx, { id }) => moveAppointment(tx, { id: await anExpected(tx, id), to: 'NOSHOW' }),
  'videocall.started': async (tx, { id }) =>
    startVideoCall(tx, { id: await fitting(tx, id, uncalled, () => book(tx, { isOnline: true })) }),
})
