import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Person, Tx } from '../../kernel/tx.ts'

export type ShownClinic = Pick<TableRow<'clinic'>, 'name' | 'name_ar' | 'clock'>
export type ActiveBranch = Pick<TableRow<'branch'>, 'id' | 'name' | 'name_ar' | 'rooms'>
export type ActivePractitioner = Pick<
  TableRow<'practitioner'>,
  'id' | 'display_name' | 'display_name_ar' | 'is_doctor' | 'slot_minutes'
> & {
  branch_ids: string[]
}
export type ActiveProcedure = Pick<
  TableRow<'procedure'>,
  'id' | 'name' | 'name_ar' | 'code' | 'price_minor' | 'duration_minutes' | 'color'
>

const clinicOf = sql<ShownClinic>('select name, name_ar, clock from clinic where company_id = $1')
const branches = sql<ActiveBranch>(`
  select id, name, name_ar, rooms from branch where company_id = $1 and active order by name, id`)
const practitioners = sql<ActivePractitioner>(`
  select id, display_name, display_name_ar, is_doctor, slot_minutes, array(
    select works.branch_id from practitioner_branch as works
    where works.company_id = t.company_id and works.practitioner_id = t.id order by works.branch_id) as branch_ids
  from practitioner as t where company_id = $1 and active order by display_name, id`)
const procedures = sql<ActiveProcedure>(`
  select id, name, name_ar, code, price_minor, duration_minutes, color from procedure
  where company_id = $1 and active order by sort_order, name, id`)

/** The clinic as a member works in it: who they are there, and what is active and chosen from. */
export interface Workplace extends ShownClinic {
  person: Person
  branches: ActiveBranch[]
  practitioners: ActivePractitioner[]
  procedures: ActiveProcedure[]
}

export async function workplaceOf(tx: Tx): Promise<Workplace> {
  const person = tx.caller.person ?? refuse('not_permitted')
  const clinic = [tx.clinic.id]
  const [[shown], ...lists] = await Promise.all([
    tx.sql(clinicOf(clinic)),
    tx.sql(branches(clinic)),
    tx.sql(practitioners(clinic)),
    tx.sql(procedures(clinic)),
  ])
  const found = shown ?? refuse('not_found', { resource: 'clinic' })
  return { ...found, person, branches: lists[0], practitioners: lists[1], procedures: lists[2] }
}
