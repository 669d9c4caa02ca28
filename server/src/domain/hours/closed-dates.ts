import type { Static } from '@clinic/contract/kernel.ts'
import type { Holidays, Period } from '@clinic/contract/staff/branch-hours.ts'
import { sql } from '../../db/statement.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { dayNumber } from '../scheduling/hours.ts'
import { withAffected } from './affected-visits.ts'
import { clinicBranch, lockBranch } from './clinic-branches.ts'

/** Says on which dates a branch is closed, in the place of those that were said before. */
export async function setHolidays(tx: Tx, { id, holidays }: { id: string; holidays: Static<typeof Holidays> }) {
  const before = await lockBranch(tx, id)
  const inOrder = [...holidays].sort((a, b) => (a.date < b.date ? -1 : 1))
  const named = inOrder.filter(({ name }) => name.trim() !== '')
  return withAffected(tx, { branchId: id }, () =>
    changeRecord(tx, 'branch', before, {
      holidays: inOrder.map(({ date }) => dayNumber(date)),
      holiday_names: Object.fromEntries(named.map(({ date, name }) => [String(dayNumber(date)), name.trim()])),
    }),
  )
}

type WantedPeriod = Omit<Static<typeof Period>, 'id'> & { id?: string | undefined }

const remove = sql('delete from branch_period where company_id = $1 and branch_id = $2 and not (id = any($3))')
/** Two that change places would overlap for a moment: all lie in the far past first. */
const park = sql(`
  update branch_period set first_date = date '0001-01-01' + 62 * place::integer, last_date = date '0001-01-01' + 62 * place::integer
  from unnest($3::text[]) with ordinality as one (period_id, place)
  where company_id = $1 and branch_id = $2 and id = period_id`)
const put = sql(`
  insert into branch_period (company_id, id, branch_id, name, first_date, last_date, opens, closes, breaks, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10, $10)
  on conflict (company_id, id) do update set name = excluded.name, first_date = excluded.first_date,
    last_date = excluded.last_date, opens = excluded.opens, closes = excluded.closes, breaks = excluded.breaks,
    updated_at = excluded.updated_at`)

/** Says in which weeks a branch has other hours, in the place of those that were said before; shifts in those that stay do so. */
export async function setPeriods(tx: Tx, { id, periods }: { id: string; periods: readonly WantedPeriod[] }) {
  const branch = await lockBranch(tx, id)
  const { periods: before } = await clinicBranch(tx, id)
  const known = new Set(before.map(period => period.id))
  const kept = periods.flatMap(period => period.id ?? [])
  if (kept.some(one => !known.has(one))) refuse('not_found', { resource: 'branch_period' })
  return withAffected(tx, { branchId: id }, async () => {
    await tx.sql(remove([tx.clinic.id, id, kept]))
    await tx.sql(park([tx.clinic.id, id, kept]))
    for (const { id: periodId = newId('bpr', Date.parse(tx.now)), ...period } of periods) {
      const { name, from, until, opens, closes, breaks } = period
      const week = [opens, closes, JSON.stringify(breaks)]
      await tx.sql(put([tx.clinic.id, periodId, id, name, from, until, ...week, tx.now]))
    }
    const after = (await clinicBranch(tx, id)).periods
    if (JSON.stringify(after) === JSON.stringify(before)) return branch
    return changeRecord(tx, 'branch', branch, {}, { periods: [before, after] })
  })
}
