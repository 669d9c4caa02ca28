import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { WeekShift } from '../scheduling/hours.ts'

export type BranchRow = TableRow<'branch'>
type StoredPeriod = TableRow<'branch_period'>
export interface PeriodRow extends Pick<StoredPeriod, 'id' | 'name' | 'first_date' | 'last_date' | 'opens' | 'closes'> {
  breaks: WeekShift[]
}

/** A branch with its weeks of other hours. */
export interface ClinicBranch extends Omit<BranchRow, 'breaks' | 'holiday_names'> {
  breaks: WeekShift[]
  holiday_names: Record<string, string>
  periods: PeriodRow[]
}

const WITH_PERIODS = `
  select t.*, (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'first_date', first_date,
      'last_date', last_date, 'opens', opens, 'closes', closes, 'breaks', breaks) order by first_date), '[]')
    from branch_period where company_id = t.company_id and branch_id = t.id) as periods
  from branch as t where t.company_id = $1`
const all = sql<ClinicBranch>(`${WITH_PERIODS} order by t.name, t.id`)
const one = sql<ClinicBranch>(`${WITH_PERIODS} and t.id = $2`)
// Bookings, which refer to it, go on meanwhile.
const lock = sql<BranchRow>('select * from branch where company_id = $1 and id = $2 for no key update')

/** All branches of the clinic, those that are closed down, too. */
export const clinicBranches = (tx: Tx): Promise<ClinicBranch[]> => tx.sql(all([tx.clinic.id]))

/** A branch with its weeks of other hours, or 404. */
export async function clinicBranch(tx: Tx, id: string): Promise<ClinicBranch> {
  const [found] = await tx.sql(one([tx.clinic.id, id]))
  return found ?? refuse('not_found', { resource: 'branch' })
}

/** A branch that no other changes until the transaction ends, or 404. */
export async function lockBranch(tx: Tx, id: string): Promise<BranchRow> {
  const [found] = await tx.sql(lock([tx.clinic.id, id]))
  return found ?? refuse('not_found', { resource: 'branch' })
}
