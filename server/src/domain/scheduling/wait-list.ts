import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { columnsOf } from '../../kernel/columns.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import { listSource } from '../../kernel/list-source.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { patientFile } from '../patients/patient-file.ts'
import type { AppointmentRow } from './appointment.ts'

export type WaitListRow = TableRow<'wait_list_entry'>

/** Who waits, with what is told of them. */
export interface ShownWaiting extends WaitListRow {
  first_name: string | null
  last_name: string | null
  file_number: number | null
}

interface Wishes {
  branchId?: string | undefined
  doctorId?: string | null | undefined
  procedureId?: string | null | undefined
  minutes?: number | undefined
  from?: string | null | undefined
  until?: string | null | undefined
  weekdays?: number[] | undefined
  parts?: string[] | undefined
  priority?: 'NORMAL' | 'URGENT' | undefined
  note?: string | null | undefined
}

/** Puts a patient on the wait list. */
export async function addToWaitList(
  tx: Tx,
  { patientId, ...wishes }: Wishes & { patientId: string; branchId: string; minutes: number },
): Promise<WaitListRow> {
  requireOrder(wishes)
  await patientFile(tx, patientId)
  return tx.insert('wait_list_entry', {
    ...{ id: newId('wle', Date.parse(tx.now)), patient_id: patientId, state: 'WAITING', appointment_id: null },
    ...{ branch_id: wishes.branchId, doctor_id: wishes.doctorId ?? null, procedure_id: wishes.procedureId ?? null },
    ...{ minutes: wishes.minutes, from_date: wishes.from ?? null, until_date: wishes.until ?? null },
    ...{ weekdays: wishes.weekdays ?? [], parts: wishes.parts ?? [], priority: wishes.priority ?? 'NORMAL' },
    note: wishes.note ?? null,
  })
}

/** Changes what a patient waits for, or takes them off the list, or puts them on it again. */
export async function changeWaiting(
  tx: Tx,
  { id, state, from, until, ...wishes }: Wishes & { id: string; state?: 'WAITING' | 'REMOVED' | undefined },
): Promise<WaitListRow> {
  const before = await tx.lock('wait_list_entry', id)
  if (before.state === 'BOOKED') return refuse('invalid_state_transition', { from: 'BOOKED', to: state ?? 'CHANGED' })
  const { from_date = before.from_date, until_date = before.until_date } = { from_date: from, until_date: until }
  requireOrder({ from: from_date, until: until_date })
  return changeRecord(tx, 'wait_list_entry', before, columnsOf({ ...wishes, state, fromDate: from, untilDate: until }))
}

function requireOrder({ from, until }: Wishes): void {
  if (from && until && until < from)
    refuseInput({ path: '/until', code: 'before_from', message: 'must not be before from' })
}

/** Takes off the list who was booked for it. */
export async function bookWaiting(tx: Tx, entryId: string, { id, patient_id }: AppointmentRow): Promise<void> {
  const before = await tx.lock('wait_list_entry', entryId)
  if (before.state !== 'WAITING') refuse('invalid_state_transition', { from: before.state, to: 'BOOKED' })
  if (before.patient_id !== patient_id)
    refuseInput({ path: '/waitListEntryId', code: 'other_patient', message: 'must be of the patient who is booked' })
  await changeRecord(tx, 'wait_list_entry', before, { state: 'BOOKED', appointment_id: id })
}

/** The list, of the branches in sight where not all are. */
export const waitList = listSource<ShownWaiting>({
  name: 'listWaitList',
  from: 'wait_list_entry t left join patient on patient.company_id = t.company_id and patient.id = t.patient_id',
  columns: 't.*, patient.first_name, patient.last_name, patient.file_number',
  filters: {
    branchId: value => `t.branch_id = ${value}`,
    doctorId: value => `t.doctor_id = ${value}`,
    patientId: value => `t.patient_id = ${value}`,
    state: value => `t.state = ${value}`,
    branches: value => `t.branch_id = any(${value})`,
  },
  selectiveFilters: ['patientId'],
  derived: ['branches'],
})

const shown = sql<ShownWaiting>(`
  select t.*, patient.first_name, patient.last_name, patient.file_number
  from wait_list_entry t left join patient on patient.company_id = t.company_id and patient.id = t.patient_id
  where t.company_id = $1 and t.id = $2`)

/** Who waits, as the list shows them. */
export async function readWaiting(tx: Tx, { id }: { id: string }): Promise<ShownWaiting> {
  const [row] = await tx.sql(shown([tx.clinic.id, id]))
  return row ?? refuse('not_found', { resource: 'wait_list_entry' })
}
