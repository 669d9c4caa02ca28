import { getBranch, listBranches } from '@clinic/contract/branches.ts'
import { getClinic } from '@clinic/contract/clinic.ts'
import { listPractitioners } from '@clinic/contract/practitioners.ts'
import { listProcedures } from '@clinic/contract/procedures.ts'
import { sql } from '../db/statement.ts'
import { refuse } from '../kernel/errors.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import { getRecord, listRecords } from '../kernel/record-operations.ts'
import { patternOf, textSearch } from '../kernel/text-search.ts'
import {
  type ClinicRow,
  type PractitionerRow,
  type ProcedureRow,
  presentBranch,
  presentClinic,
  presentPractitioner,
  presentProcedure,
} from '../present/clinic.ts'

const ownClinic = sql<ClinicRow>('select * from clinic where company_id = $1')

const atBranches = 'from practitioner_branch at where at.company_id = t.company_id and at.practitioner_id = t.id'

const practitionerSource = listSource<PractitionerRow>({
  name: 'listPractitioners',
  from: 'practitioner t',
  columns: `t.*, array(select at.branch_id ${atBranches} order by at.branch_id) as branch_ids`,
  filters: {
    // Asked of one after the other, in the order of the list: hence the offset.
    branchId: value => `exists (select ${atBranches} and at.branch_id = ${value} offset 0)`,
    // A doctor who has left is still a doctor, but none that can be booked (specification, operation 21).
    isDoctor: value => `t.is_doctor = ${value} and (t.active or not ${value})`,
  },
})

const procedureSearch = textSearch('procedures_like')

const procedureSource = listSource<ProcedureRow>({
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

export const clinic = [
  implement(getClinic, async tx => {
    const [row] = await tx.sql(ownClinic([tx.clinic.id]))
    return { data: presentClinic(row ?? refuse('not_found', { resource: 'clinic' }), tx.clinic) }
  }),
  listRecords(listBranches, 'branch', presentBranch),
  getRecord(getBranch, 'branch', presentBranch),
  implement(listPractitioners, (tx, query) => page(tx, practitionerSource, query, presentPractitioner)),
  implement(listProcedures, async (tx, query) => {
    const found = await procedureSearch.find(tx, patternOf(query.searchTerm), query.updatedAfter !== undefined)
    return page(tx, procedureSource, { ...query, ...found }, presentProcedure)
  }),
]
