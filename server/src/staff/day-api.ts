import {
  bookDayAppointment,
  getDayAppointment,
  moveDayAppointment,
  replaceDayAppointment,
  takeWalkIn,
  undoHeldMove,
  updateDayAppointment,
} from '@clinic/contract/staff/appointments.ts'
import { getDay } from '@clinic/contract/staff/day.ts'
import { actorsOf } from '../domain/audit/audit-actors.ts'
import { encounterOfVisit } from '../domain/encounters/start-encounter.ts'
import { type RecordChange, toldChanges } from '../domain/patients/record-changes.ts'
import { bookByStaff } from '../domain/scheduling/book-by-staff.ts'
import { changeAppointment } from '../domain/scheduling/change-appointment.ts'
import { moveByStaff, undoHeldMove as undo } from '../domain/scheduling/held-move.ts'
import { readAppointment } from '../domain/scheduling/read-appointment.ts'
import { type ReadDay, readDay, readDayOf } from '../domain/scheduling/read-day.ts'
import { replaceAppointment } from '../domain/scheduling/replace-appointment.ts'
import { walkIn } from '../domain/scheduling/walk-in.ts'
import { implement } from '../kernel/implement.ts'
import type { Tx } from '../kernel/tx.ts'
import { presentCards, presentDay } from '../present/day.ts'
import { presentDayAppointment } from '../present/day-appointment.ts'

/** The card of the one visit that a day was read of. */
function cardIn(day: ReadDay, tx: Tx) {
  const [card] = presentCards(day, tx.clinic)
  if (!card) throw new Error('A visit stands in the day on which it begins.')
  return card
}

/** What a write answers: the visit as it stands in its day since then. */
const carded =
  <Input>(useCase: (tx: Tx, input: Input) => Promise<{ id: string; branch_id: string; starts_at: string }>) =>
  async (tx: Tx, input: Input) => {
    return { data: cardIn(await readDayOf(tx, await useCase(tx, input)), tx) }
  }

/** What became of a record, with the names of those who did it. */
async function toldOf(tx: Tx, changes: RecordChange[]) {
  const callers = changes.map(({ caller }) => caller)
  const actorOf = await actorsOf(tx, callers)
  return changes.map(({ version, at, caller, changes: fields }) => {
    const { kind, name } = actorOf(caller)
    return { version, at, by: { kind, name }, changes: toldChanges(tx, fields) }
  })
}

/** The day of a branch, and the visits in it. */
export const dayApi = [
  implement(getDay, async (tx, { by = 'doctor', ...asked }) => ({
    data: presentDay(await readDay(tx, asked), by, tx.clinic),
  })),
  implement(getDayAppointment, async (tx, { id }) => {
    const [{ row, day, changes }, encounterId] = await Promise.all([readAppointment(tx, id), encounterOfVisit(tx, id)])
    return {
      data: presentDayAppointment(
        { row, encounterId, card: cardIn(day, tx), changes: await toldOf(tx, changes) },
        tx.clinic,
      ),
    }
  }),
  implement(bookDayAppointment, carded(bookByStaff)),
  implement(takeWalkIn, carded(walkIn)),
  implement(updateDayAppointment, carded(changeAppointment)),
  implement(replaceDayAppointment, carded(replaceAppointment)),
  implement(moveDayAppointment, carded(moveByStaff)),
  implement(undoHeldMove, carded(undo)),
]
