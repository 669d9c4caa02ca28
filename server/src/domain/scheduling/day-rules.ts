import type { Input } from '@clinic/contract/kernel.ts'
import type { putDayRules } from '@clinic/contract/staff/day-rules.ts'
import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { columnsOf } from '../../kernel/columns.ts'
import type { Tx } from '../../kernel/tx.ts'

/** By which rules a clinic runs its day. */
export type DayRules = Input<typeof putDayRules>

/** What holds for a clinic that has said nothing. */
export const USUAL_RULES: DayRules = {
  gridMinutes: 15,
  holdSeconds: 10,
  waitAmberMinutes: 10,
  waitRedMinutes: 20,
  lateAfterMinutes: 10,
  cancelReasons: [],
  cancelReasonRequired: false,
  quietFrom: '21:00',
  quietUntil: '08:00',
}

const stored = sql<DayRules & { version: number }>(`
  select grid_minutes as "gridMinutes", hold_seconds as "holdSeconds", wait_amber_minutes as "waitAmberMinutes",
    wait_red_minutes as "waitRedMinutes", late_after_minutes as "lateAfterMinutes", cancel_reasons as "cancelReasons",
    cancel_reason_required as "cancelReasonRequired", quiet_from as "quietFrom", quiet_until as "quietUntil", version
  from day_rules where company_id = $1`)

/** The rules of the clinic, with their version, and whether it has left them as they are usual. */
export async function saidDayRules(tx: Tx): Promise<{ rules: DayRules; version: number; isDefault: boolean }> {
  const [own] = await tx.sql(stored([tx.clinic.id]))
  const { version, ...rules } = own ?? { ...USUAL_RULES, version: 1 }
  return { rules, version, isDefault: own === undefined }
}

/** The rules of the clinic. */
export const dayRules = async (tx: Tx): Promise<DayRules> => (await saidDayRules(tx)).rules

/** The first version is what is usual. */
const begin = sql(`
  insert into day_rules (company_id, grid_minutes, hold_seconds, wait_amber_minutes, wait_red_minutes, late_after_minutes,
    cancel_reasons, cancel_reason_required, quiet_from, quiet_until, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (company_id) do nothing`)
const lock = sql<TableRow<'day_rules'>>('select * from day_rules where company_id = $1 for update')

export async function setDayRules(tx: Tx, rules: DayRules): Promise<void> {
  const { gridMinutes, holdSeconds, waitAmberMinutes, waitRedMinutes, lateAfterMinutes, ...rest } = USUAL_RULES
  const minutes = [gridMinutes, holdSeconds, waitAmberMinutes, waitRedMinutes, lateAfterMinutes]
  const { cancelReasons, cancelReasonRequired, quietFrom, quietUntil } = rest
  await tx.sql(begin([tx.clinic.id, ...minutes, cancelReasons, cancelReasonRequired, quietFrom, quietUntil, tx.now]))
  const [before] = await tx.sql(lock([tx.clinic.id]))
  if (!before) throw new Error('What was just begun is not there.')
  await changeRecord(tx, 'day_rules', before, columnsOf(rules))
}
