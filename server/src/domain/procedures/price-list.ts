import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'

export type ProcedureRow = TableRow<'procedure'>
/** With the name of its group. */
export type ListedProcedure = ProcedureRow & { group_name: string | null }
export type GroupRow = TableRow<'procedure_group'>

const WITH_GROUP = `
  select t.*, heading.name as group_name from procedure as t
  left join procedure_group as heading on heading.company_id = t.company_id and heading.id = t.group_id
  where t.company_id = $1`
const all = sql<ListedProcedure>(`
  ${WITH_GROUP} order by heading.sort_order nulls last, heading.name, heading.id, t.sort_order, t.name, t.id`)
const one = sql<ListedProcedure>(`${WITH_GROUP} and t.id = $2`)
const groups = sql<GroupRow>('select * from procedure_group where company_id = $1 order by sort_order, name, id')
const hold = sql<{ company_id: string }>('select company_id from clinic where company_id = $1 for no key update')

/** The price list in its order, what is no longer done too. */
export const priceList = (tx: Tx): Promise<ListedProcedure[]> => tx.sql(all([tx.clinic.id]))

/** A line of it, or 404. */
export async function listedProcedure(tx: Tx, id: string): Promise<ListedProcedure> {
  const [found] = await tx.sql(one([tx.clinic.id, id]))
  return found ?? refuse('not_found', { resource: 'procedure' })
}

/** The headings of the price list in their order. */
export const procedureGroups = (tx: Tx): Promise<GroupRow[]> => tx.sql(groups([tx.clinic.id]))

/** Lets no other add to the price list, or name anything of it otherwise, until the transaction ends. */
export async function holdPriceList(tx: Tx): Promise<void> {
  await tx.sql(hold([tx.clinic.id]))
}
