import type { Tx } from '../../kernel/tx.ts'
import type { AppointmentRow } from './appointment.ts'
import { lockAppointment } from './lock-appointment.ts'
import { type Move, performMove } from './perform-move.ts'

/** Moves an appointment to another status, with the one event of that move, after the move that is held, if one is. */
export const moveAppointment = async (
  tx: Tx,
  { id, ...move }: Pick<Move, 'to' | 'cancelReason'> & { id: string },
): Promise<AppointmentRow> => performMove(tx, await lockAppointment(tx, id), move)
