import { isVersioned, type VersionedRecord } from '@clinic/contract/versions.ts'
import type { RowChanges, TableRow } from '../db/tables.ts'
import type { Parts, RecordTable, Tx } from './tx.ts'
import { differences, isEmpty } from './values/differences.ts'

/**
 * Changes what is wanted and differs, and answers the record as it is then; the same record when nothing differs. Where
 * versions are counted, `before` is the record as it was locked: what it was is kept beside it, with what changed of parts
 * of it that lie in other tables.
 */
export async function changeRecord<Table extends RecordTable | VersionedRecord>(
  tx: Tx,
  table: Table,
  before: TableRow<Table>,
  wanted: RowChanges<Table>,
  parts?: Parts,
): Promise<TableRow<Table>> {
  const changes = differences<object>(before, wanted)
  if (isEmpty(changes) && parts === undefined) return before
  if (isVersioned(table)) return tx.change(table, before as never, changes, { parts }) as never
  return tx.update(table as never, String((before as { id?: unknown }).id), changes as never)
}
