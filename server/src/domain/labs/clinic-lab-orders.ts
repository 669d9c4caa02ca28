import { sql } from '../../db/statement.ts'
import { branchesOf } from '../../kernel/branch-sight.ts'
import { refuse } from '../../kernel/errors.ts'
import { listSource } from '../../kernel/list-source.ts'
import type { Tx } from '../../kernel/tx.ts'
import { inSightOf } from '../patients/patient-sight.ts'
import type { LabItemRow, LabRow } from './lab.ts'
import type { LabOrderRow } from './lab-order.ts'

/** An order with whose it is and who makes it. */
export interface ListedLabOrder extends LabOrderRow {
  lab_name: string
  first_name: string | null
  last_name: string | null
  file_number: number | null
}

/** What a row refers to, looked up for each row that is read: joined, all of the clinic might be read for a page. */
const lookedUp = (table: 'lab' | 'patient') => `left join lateral (
  select * from ${table} where company_id = t.company_id and id = t.${table}_id offset 0) as ${table} on true`
const from = `lab_order t ${lookedUp('patient')} ${lookedUp('lab')}`
const columns = 't.*, lab.name as lab_name, patient.first_name, patient.last_name, patient.file_number'

export const clinicLabOrders = listSource<ListedLabOrder>({
  name: 'listClinicLabOrders',
  from,
  columns,
  filters: {
    patientId: value => `t.patient_id = ${value}`,
    branchId: value => `t.branch_id = ${value}`,
    status: value => `t.status = ${value}`,
    dueBefore: value => `t.status = 'pending' and t.due_at < ${value}`,
    branches: value => inSightOf(value, 'patient'),
  },
  selectiveFilters: ['patientId'],
  derived: ['branches', 'dueBefore'],
})

/** What is asked of the list: only of the patients in sight, and only what is late by now where that is asked. */
export function labOrdersAsked<Query extends { late?: true }>(tx: Tx, { late, ...query }: Query) {
  const branches = branchesOf(tx)
  return { ...query, ...(late && { late, dueBefore: tx.now }), ...(branches && { branches }) }
}

const one = sql<ListedLabOrder>(`select ${columns} from ${from} where t.company_id = $1 and t.id = $2`)

/** An order as it is listed. */
export async function listedLabOrder(tx: Tx, { id }: Pick<LabOrderRow, 'id'>): Promise<ListedLabOrder> {
  const [found] = await tx.sql(one([tx.clinic.id, id]))
  return found ?? refuse('not_found', { resource: 'lab_order' })
}

const used = sql<LabRow>('select * from lab where company_id = $1 and not disabled order by lower(name), id')
const madeBy = sql<LabItemRow>(
  'select * from lab_item where company_id = $1 and lab_id = any($2) order by lower(name), id',
)

/** The labs that work is ordered from, each with what it makes. */
export async function orderableLabs(tx: Tx): Promise<(LabRow & { items: LabItemRow[] })[]> {
  const labs = await tx.sql(used([tx.clinic.id]))
  const items = await tx.sql(madeBy([tx.clinic.id, labs.map(({ id }) => id)]))
  return labs.map(lab => ({ ...lab, items: items.filter(({ lab_id }) => lab_id === lab.id) }))
}
