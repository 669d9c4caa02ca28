import { sql } from '../db/statement.ts'
import type { RowChanges, TableRow } from '../db/tables.ts'
import { changeRecord } from './change-record.ts'
import { refuse } from './errors.ts'
import type { Tx } from './tx.ts'

type ClinicRow = TableRow<'clinic'>

const lock = sql<ClinicRow>('select * from clinic where company_id = $1 for no key update')

/** The transaction's clinic, locked until it ends. */
export async function lockClinic(tx: Tx): Promise<ClinicRow> {
  const [clinic] = await tx.sql(lock([tx.clinic.id]))
  return clinic ?? refuse('not_found', { resource: 'clinic' })
}

/** Changes of the transaction's clinic what is wanted and differs, and answers it as it is then. */
export const changeClinic = async (tx: Tx, wanted: RowChanges<'clinic'>): Promise<ClinicRow> =>
  changeRecord(tx, 'clinic', await lockClinic(tx), wanted)
