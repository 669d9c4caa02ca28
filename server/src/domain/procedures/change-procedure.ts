import { changeRecord } from '../../kernel/change-record.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { ProcedureRow } from './price-list.ts'
import { detailsOf, type ProcedureWishes } from './procedure-details.ts'
import { procedureSearchText } from './procedure-search.ts'

/** Changes a procedure of the price list. What was billed, planned or booked by it stays as it is. */
export async function changeProcedure(
  tx: Tx,
  { id, ...wishes }: ProcedureWishes & { id: string },
): Promise<ProcedureRow> {
  const before = await tx.lock('procedure', id)
  const changes = await detailsOf(tx, wishes, id)
  const { name = before.name, code = before.code } = changes
  return changeRecord(tx, 'procedure', before, { ...changes, search_text: procedureSearchText({ name, code }) })
}
