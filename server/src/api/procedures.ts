import { listProcedures } from '@clinic/contract/procedures.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import { patternOf, textSearch } from '../kernel/text-search.ts'
import { type ProcedureRow, presentProcedure } from '../present/procedure.ts'

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
    return page(tx, source, { ...query, ...found }, presentProcedure(tx.clinic))
  }),
]
