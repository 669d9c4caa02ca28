import { listPractitioners } from '@clinic/contract/practitioners.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import { type PractitionerRow, presentPractitioner } from '../present/practitioner.ts'

const atBranches = 'from practitioner_branch at where at.company_id = t.company_id and at.practitioner_id = t.id'

const source = listSource<PractitionerRow>({
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

export const practitioners = [implement(listPractitioners, (tx, query) => page(tx, source, query, presentPractitioner))]
