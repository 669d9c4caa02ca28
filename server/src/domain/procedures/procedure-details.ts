import { sql } from '../../db/statement.ts'
import { columnsOf, type NewFields } from '../../kernel/columns.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { minorOf } from '../../kernel/values/minor-of.ts'
import { holdPriceList, procedureGroups } from './price-list.ts'
import { sameSpelling } from './spelling.ts'

/** What may be said of a procedure. */
export interface ProcedureWishes
  extends Partial<NewFields<'procedure', 'search_text' | 'version' | 'sort_order' | 'price_minor'>> {
  /** The place among the others. */
  order?: number | undefined
  /** In the currency of the clinic. */
  price?: number | undefined
}

const codes = sql<{ id: string; code: string | null }>(`
  select id, code from procedure where company_id = $1 and code is not null and id <> $2`)

/** What is wished as columns. Refuses an empty name, and a code that another procedure has. */
export async function detailsOf(tx: Tx, { order, price, ...wishes }: ProcedureWishes, id = '') {
  if (wishes.name?.trim() === '') refuseInput({ path: '/name', code: 'required', message: 'must not be empty' })
  if (wishes.groupId) await requireGroup(tx, wishes.groupId)
  if (wishes.consentTemplateId) await tx.get('consent_template', wishes.consentTemplateId)
  const code = wishes.code?.trim() || (wishes.code === undefined ? undefined : null)
  if (code) await requireOwnCode(tx, code, id)
  const priceMinor = price === undefined ? undefined : minorOf(tx.clinic, price, '/price')
  return columnsOf({ ...wishes, name: wishes.name?.trim(), code, priceMinor, sortOrder: order })
}

async function requireGroup(tx: Tx, id: string): Promise<void> {
  const groups = await procedureGroups(tx)
  if (!groups.some(group => group.id === id)) refuse('not_found', { resource: 'procedure_group' })
}

/** Refuses a code that another procedure has, in whatever spelling. */
async function requireOwnCode(tx: Tx, code: string, id: string): Promise<void> {
  await holdPriceList(tx)
  const taken = (await tx.sql(codes([tx.clinic.id, id]))).some(
    other => other.code !== null && sameSpelling(other.code) === sameSpelling(code),
  )
  if (taken) refuseInput({ path: '/code', code: 'taken', message: 'must be a code that no other procedure has' })
}
