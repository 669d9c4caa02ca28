import type { Build } from '../db/statement.ts'
import type { Tx } from './tx.ts'

/** The rows that belong to each of the records, read in one statement for all, which takes the clinic and the records' ids. */
export async function rowsOfEach<Row>(
  tx: Tx,
  statement: Build<Row>,
  records: readonly { id: string }[],
  recordOf: (row: Row) => string | null,
): Promise<(record: { id: string }) => Row[]> {
  const ids = records.map(({ id }) => id)
  const rows = ids.length > 0 ? await tx.sql(statement([tx.clinic.id, ids])) : []
  const byRecord = Map.groupBy(rows, recordOf)
  return ({ id }) => byRecord.get(id) ?? []
}
