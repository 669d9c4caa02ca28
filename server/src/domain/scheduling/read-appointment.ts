import type { TableRow } from '../../db/tables.ts'
import type { Tx } from '../../kernel/tx.ts'
import { changesOf, type RecordChange } from '../patients/record-changes.ts'
import { type ReadDay, readDayOf } from './read-day.ts'

const LAST = 20

/** A visit in its day, with its last changes, newest first. */
export async function readAppointment(
  tx: Tx,
  id: string,
): Promise<{ row: TableRow<'appointment'>; day: ReadDay; changes: RecordChange[] }> {
  const [row, changes] = await Promise.all([tx.get('appointment', id), changesOf(tx, id, LAST)])
  return { row, changes, day: await readDayOf(tx, row) }
}
