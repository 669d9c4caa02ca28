import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { seeQuotation } from '../clinical/quotation.ts'
import { type OfferedOption, offeredOptions } from '../clinical/quotation-link.ts'
import { type LinkedThing, linkedThing, linkOfKind } from './linked-thing.ts'

/** What a link to a quotation shows: it is OPEN while one of the options can be signed. */
export interface LinkedQuotation extends LinkedThing {
  options: OfferedOption[]
}

/** What a link to a quotation shows, and whether it still does; nothing where it is not there. */
export async function linkedQuotation(tx: Tx, linkId: string): Promise<LinkedQuotation | undefined> {
  const link = await linkOfKind(tx, linkId, 'QUOTATION')
  if (link?.subject_id == null) return undefined
  const { branch_id } = await tx.get('quotation', link.subject_id)
  const thing = await linkedThing(tx, link, branch_id)
  const options = await offeredOptions(tx, link.subject_id)
  return { ...thing, options, state: thing.state === 'OPEN' && options.length === 0 ? 'EXPIRED' : thing.state }
}

const groupSeen = sql<{ id: string }>(`
  select id from quotation where company_id = $1 and (id = $2 or group_id = $2) and not seen order by id`)

/** Says of the options of a link that the patient has opened them. Plugins hear nothing of it. */
export async function seeOptions(tx: Tx, { subjectId }: Pick<LinkedQuotation, 'subjectId'>): Promise<void> {
  for (const { id } of await tx.sql(groupSeen([tx.clinic.id, subjectId]))) await seeQuotation(tx, { id })
}
