import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'

export type PractitionerRow = TableRow<'practitioner'>
/** With the branches at which they work. */
export type ClinicPractitioner = PractitionerRow & { branch_ids: string[] }

const WITH_BRANCHES = `
  select t.*, array(
    select works.branch_id from practitioner_branch as works
    where works.company_id = t.company_id and works.practitioner_id = t.id order by works.branch_id) as branch_ids
  from practitioner as t where t.company_id = $1`
const all = sql<ClinicPractitioner>(`${WITH_BRANCHES} order by t.sort_order, t.display_name, t.id`)
const one = sql<ClinicPractitioner>(`${WITH_BRANCHES} and t.id = $2`)
// Bookings, which refer to them, go on meanwhile.
const lock = sql<PractitionerRow>('select * from practitioner where company_id = $1 and id = $2 for no key update')

/** All of the staff as the clinic lists them, those who have left, too. */
export const clinicPractitioners = (tx: Tx): Promise<ClinicPractitioner[]> => tx.sql(all([tx.clinic.id]))

/** One of them, or 404. */
export async function clinicPractitioner(tx: Tx, id: string): Promise<ClinicPractitioner> {
  const [found] = await tx.sql(one([tx.clinic.id, id]))
  return found ?? refuse('not_found', { resource: 'practitioner' })
}

/** A practitioner whom no other changes until the transaction ends, or 404. */
export async function lockPractitioner(tx: Tx, id: string): Promise<PractitionerRow> {
  const [found] = await tx.sql(lock([tx.clinic.id, id]))
  return found ?? refuse('not_found', { resource: 'practitioner' })
}
