import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { FIRST_PREVIOUS_HASH } from './seal-invoice.ts'

export interface ChainPlace {
  icv: number
  previousHash: string
}

const takePlace = sql<ChainPlace>(`
  insert into einvoice_chain as chain (company_id, last_icv, last_hash) values ($1, 1, $2)
  on conflict (company_id) do update set last_icv = chain.last_icv + 1
  returning last_icv as icv, last_hash as "previousHash"`)
const setHash = sql('update einvoice_chain set last_hash = $2 where company_id = $1')

/**
 * Takes the next place in the clinic's chain for a document and keeps its hash for the one after it. Documents of a clinic
 * are sealed one after the other; a transaction that fails leaves no gap.
 */
export async function inChain<Sealed extends { hash: string }>(
  tx: Tx,
  seal: (place: ChainPlace) => Sealed,
): Promise<Sealed & ChainPlace> {
  const [place] = await tx.sql(takePlace([tx.clinic.id, FIRST_PREVIOUS_HASH]))
  if (!place) throw new Error('The chain gave no place.')
  const sealed = seal(place)
  await tx.sql(setHash([tx.clinic.id, sealed.hash]))
  return { ...sealed, ...place }
}
