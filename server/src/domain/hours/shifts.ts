import type { Static } from '@clinic/contract/kernel.ts'
import type { WeekSpan } from '@clinic/contract/staff/branch-hours.ts'
import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { withAffected } from './affected-visits.ts'

type Shift = Static<typeof WeekSpan>

/** Whose week, where, and in which period; in the weeks that are in none where none is said. */
export interface OneWeek {
  id: string
  branchId: string
  periodId?: string | undefined
}

interface Shifts {
  /** Of the doctor. */
  id: string
  version: number
  branchId: string
  shifts: Shift[]
}

interface ShiftRow {
  weekday: number
  start_minute: number
  end_minute: number
}

const IN_ORDER = 'order by weekday, start_minute'
const usual = sql<ShiftRow>(`
  select weekday, start_minute, end_minute from practitioner_shift
  where company_id = $1 and practitioner_id = $2 and branch_id = $3 ${IN_ORDER}`)
const inPeriod = sql<ShiftRow>(`
  select weekday, start_minute, end_minute from period_shift
  where company_id = $1 and practitioner_id = $2 and period_id = $3 ${IN_ORDER}`)
const clearUsual = sql(
  'delete from practitioner_shift where company_id = $1 and practitioner_id = $2 and branch_id = $3',
)
const clearPeriod = sql('delete from period_shift where company_id = $1 and practitioner_id = $2 and period_id = $3')
const VALUES = 'unnest($4::integer[], $5::integer[], $6::integer[])'
const addUsual = sql(`
  insert into practitioner_shift (company_id, practitioner_id, branch_id, weekday, start_minute, end_minute)
  select $1, $2, $3, * from ${VALUES}`)
const addPeriod = sql(`
  insert into period_shift (company_id, practitioner_id, period_id, weekday, start_minute, end_minute)
  select $1, $2, $3, * from ${VALUES}`)
const periodOf = sql<{ id: string }>(
  'select id from branch_period where company_id = $1 and branch_id = $2 and id = $3',
)
const worksAt = sql<{ branch_id: string }>(
  'select branch_id from practitioner_branch where company_id = $1 and practitioner_id = $2 and branch_id = $3',
)
const lock = sql<TableRow<'practitioner'>>(
  'select * from practitioner where company_id = $1 and id = $2 for no key update',
)

async function shiftsIn(tx: Tx, { id, branchId, periodId }: OneWeek): Promise<Shift[]> {
  const rows =
    periodId === undefined
      ? await tx.sql(usual([tx.clinic.id, id, branchId]))
      : await tx.sql(inPeriod([tx.clinic.id, id, periodId]))
  return rows.map(({ weekday, start_minute: startMinute, end_minute: endMinute }) => ({
    ...{ weekday, startMinute, endMinute },
  }))
}

/** The doctor works at the branch, whose period it is. */
async function requireWeek(tx: Tx, { id, branchId, periodId }: OneWeek): Promise<void> {
  await tx.get('branch', branchId)
  const [works] = await tx.sql(worksAt([tx.clinic.id, id, branchId]))
  if (!works) refuse('not_found', { resource: 'practitioner' })
  if (periodId === undefined) return
  const [period] = await tx.sql(periodOf([tx.clinic.id, branchId, periodId]))
  if (!period) refuse('not_found', { resource: 'branch_period' })
}

/** When a doctor works at a branch. */
export async function readShifts(tx: Tx, week: OneWeek): Promise<Shifts> {
  const { version } = await tx.get('practitioner', week.id)
  await requireWeek(tx, week)
  return { id: week.id, version, branchId: week.branchId, shifts: await shiftsIn(tx, week) }
}

/** Says when a doctor works at a branch, in the place of what was said of that week before. */
export async function setShifts(tx: Tx, { shifts, ...week }: OneWeek & { shifts: readonly Shift[] }) {
  const { id, branchId, periodId } = week
  const [doctor] = await tx.sql(lock([tx.clinic.id, id]))
  if (!doctor) return refuse('not_found', { resource: 'practitioner' })
  await requireWeek(tx, week)
  const before = await shiftsIn(tx, week)
  const { affected } = await withAffected(tx, { branchId, doctorId: id }, async () => {
    const columns = [
      shifts.map(one => one.weekday),
      shifts.map(one => one.startMinute),
      shifts.map(one => one.endMinute),
    ]
    const [clear, add] = periodId === undefined ? [clearUsual, addUsual] : [clearPeriod, addPeriod]
    const place = [tx.clinic.id, id, periodId ?? branchId]
    await tx.sql(clear(place))
    await tx.sql(add([...place, ...columns]))
    const after = await shiftsIn(tx, week)
    if (JSON.stringify(after) === JSON.stringify(before)) return
    await changeRecord(tx, 'practitioner', doctor, {}, { shifts: [before, after] })
  })
  return { ...(await readShifts(tx, week)), affected }
}
