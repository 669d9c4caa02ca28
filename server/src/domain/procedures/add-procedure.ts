import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import type { ProcedureRow } from './price-list.ts'
import { detailsOf, type ProcedureWishes } from './procedure-details.ts'
import { procedureSearchText } from './procedure-search.ts'

export interface NewProcedure extends ProcedureWishes {
  name: string
  price: number
}

/** Adds a procedure to the price list. */
export async function addProcedure(tx: Tx, wishes: NewProcedure): Promise<ProcedureRow> {
  const { name = wishes.name, code = null, price_minor = 0, ...details } = await detailsOf(tx, wishes)
  const search_text = procedureSearchText({ name, code })
  return tx.insert('procedure', {
    ...details,
    ...{ id: newId('prc', Date.parse(tx.now)), name, code, price_minor, search_text },
  })
}
