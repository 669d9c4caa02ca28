import type { StaffRole } from '@clinic/contract/staff/permissions.ts'
import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { lockClinic } from '../../kernel/change-clinic.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { columnsOf } from '../../kernel/columns.ts'
import type { Tx } from '../../kernel/tx.ts'

/** By which rules a clinic gives discounts and points, in minor units. */
export interface MoneySettings {
  /** How much of an amount each role may take off, in percent. */
  discountLimits: Readonly<Record<StaffRole, number>>
  /** Points for each unit of the currency that is paid. */
  earnPerUnit: number
  pointValueMinor: number
  redeemMaxPercent: number
  quotationDays: number
  linkDays: number
}

/** What holds for a clinic that has said nothing. */
const USUAL: MoneySettings = {
  discountLimits: { assistant: 0, receptionist: 10, doctor: 15, accountant: 20, admin: 50, owner: 100 },
  earnPerUnit: 0,
  pointValueMinor: 0,
  redeemMaxPercent: 100,
  quotationDays: 30,
  linkDays: 90,
}

const stored = sql<MoneySettings & { version: number }>(`
  select discount_limits as "discountLimits", earn_per_unit as "earnPerUnit", point_value_minor as "pointValueMinor",
    redeem_max_percent as "redeemMaxPercent", quotation_days as "quotationDays", link_days as "linkDays", version
  from money_setting where company_id = $1`)

/** The rules of the clinic, with their version. */
export async function moneySettings(tx: Tx): Promise<MoneySettings & { version: number }> {
  const [own] = await tx.sql(stored([tx.clinic.id]))
  return own ?? { ...USUAL, version: 1 }
}

/** The first version is what is usual. */
const begin = sql(`
  insert into money_setting (company_id, discount_limits, earn_per_unit, point_value_minor, redeem_max_percent,
    quotation_days, link_days, updated_at)
  values ($1, $2::jsonb, $3, $4, $5, $6, $7, $8) on conflict (company_id) do nothing`)
const lock = sql<TableRow<'money_setting'>>('select * from money_setting where company_id = $1 for update')

/** Changes the rules, and the VAT of the clinic, which lies with the clinic itself. */
export async function changeMoneySettings(
  tx: Tx,
  { taxPercent, ...wishes }: Partial<MoneySettings> & { taxPercent?: number },
): Promise<void> {
  const { discountLimits, ...usual } = USUAL
  const [earn, value, most] = [usual.earnPerUnit, usual.pointValueMinor, usual.redeemMaxPercent]
  const first = [JSON.stringify(discountLimits), earn, value, most, usual.quotationDays, usual.linkDays]
  await tx.sql(begin([tx.clinic.id, ...first, tx.now]))
  const clinic = await lockClinic(tx)
  const [before] = await tx.sql(lock([tx.clinic.id]))
  if (!before) throw new Error('What was just begun is not there.')
  const isTaxed = taxPercent !== undefined && taxPercent !== clinic.tax_percent
  const parts = isTaxed ? { tax_percent: [clinic.tax_percent, taxPercent] as const } : undefined
  await changeRecord(tx, 'money_setting', before, columnsOf(wishes), parts)
  if (isTaxed) await changeRecord(tx, 'clinic', clinic, { tax_percent: taxPercent })
}
