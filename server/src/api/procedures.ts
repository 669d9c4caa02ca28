import type { Static } from '@clinic/contract/kernel.ts'
import { listProcedures, type Procedure } from '@clinic/contract/procedures.ts'
import type { Selectable } from 'kysely'
import type { Database } from '../db/builder.ts'
import { implement } from '../kernel/implement.ts'
import { toMajor } from '../kernel/money.ts'
import { type ListSource, page } from '../kernel/page.ts'
import { foldForSearch, likeContaining } from '../kernel/search-text.ts'
import type { Tx } from '../kernel/tx.ts'

type ProcedureRow = Selectable<Database['procedure']> & { group_name: string | null }

const present =
  ({ clinic }: Tx) =>
  (row: ProcedureRow): Static<typeof Procedure> => ({
    object: 'procedure',
    id: row.id,
    name: row.name,
    code: row.code,
    price: toMajor(row.price_minor, clinic.currency),
    groupId: row.group_id,
    groupName: row.group_name,
    chart: row.chart,
    order: row.sort_order,
    active: row.active,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  })

const source: ListSource = {
  name: 'listProcedures',
  from: 'procedure t left join procedure_group g on g.company_id = t.company_id and g.id = t.group_id',
  columns: 't.*, g.name as group_name',
  filters: {
    groupId: value => `t.group_id = ${value}`,
    searchTerm: value => `t.search_text like ${value}`,
  },
}

export const procedures = [
  implement(listProcedures, (tx, { searchTerm, ...query }) =>
    page(
      tx,
      source,
      { ...query, ...(searchTerm !== undefined && { searchTerm: likeContaining(foldForSearch(searchTerm)) }) },
      present(tx),
    ),
  ),
]
