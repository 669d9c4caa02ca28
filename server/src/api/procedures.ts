import type { Static } from '@clinic/contract/kernel.ts'
import { listProcedures, type Procedure } from '@clinic/contract/procedures.ts'
import type { TableRow } from '../db/tables.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import { patternOf, textSearch } from '../kernel/text-search.ts'
import type { Tx } from '../kernel/tx.ts'
import { toMajor } from '../kernel/values/money.ts'

type ProcedureRow = TableRow<'procedure'> & { group_name: string | null }

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

const procedureSearch = textSearch('procedures_like')

const source = listSource<ProcedureRow>({
  name: 'listProcedures',
  // Looked up for each procedure that is shown, and never before they are chosen: hence the offset.
  from: `procedure t left join lateral (
    select name from procedure_group where company_id = t.company_id and id = t.group_id offset 0) as g on true`,
  columns: 't.*, g.name as group_name',
  filters: {
    groupId: value => `t.group_id = ${value}`,
    ...procedureSearch.filters,
  },
  derived: procedureSearch.derived,
})

export const procedures = [
  implement(listProcedures, async (tx, query) => {
    const found = await procedureSearch.find(tx, patternOf(query.searchTerm), query.updatedAfter !== undefined)
    return page(tx, source, { ...query, ...found }, present(tx))
  }),
]
