import type { RowChanges, TableRow } from '../db/tables.ts'
import type { RecordTable, Tx } from './tx.ts'
import { differences, isEmpty } from './values/differences.ts'

/** Changes what is wanted and differs, and answers the record as it is then; the same record when nothing differs. */
export async function changeRecord<Table extends RecordTable>(
  tx: Tx,
  table: Table,
  before: TableRow<Table>,
  wanted: RowChanges<Table>,
): Promise<TableRow<Table>> {
  const changes = differences<object>(before, wanted)
  return isEmpty(changes) ? before : tx.update(table, String(before.id), changes as never)
}
