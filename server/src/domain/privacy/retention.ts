import type { Input } from '@clinic/contract/kernel.ts'
import type { putRetention } from '@clinic/contract/staff/retention.ts'
import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { columnsOf } from '../../kernel/columns.ts'
import type { Tx } from '../../kernel/tx.ts'

/** How long a clinic keeps what. */
export type Kept = Input<typeof putRetention>

const USUAL: Kept = { medicalYears: 10, moneyYears: 10, lostLeadMonths: 24, conversationMonths: 24 }
/** Where the law asks for more: the Emirates keep health records 25 years after the last procedure (Federal Law 2 of 2019). */
const BY_COUNTRY: Readonly<Record<string, Partial<Kept>>> = { AE: { medicalYears: 25 } }

/** What is usual in a country, for counsel to review. */
export const usualIn = (country: string): Kept => ({ ...USUAL, ...BY_COUNTRY[country] })

const stored = sql<Kept & { version: number }>(`
  select medical_years as "medicalYears", money_years as "moneyYears", lost_lead_months as "lostLeadMonths",
    conversation_months as "conversationMonths", version
  from retention_setting where company_id = $1`)

/** How long the clinic keeps what, and whether that is left as is usual in its country. */
export async function retentionOf(tx: Tx): Promise<{ kept: Kept; version: number; isDefault: boolean }> {
  const [own] = await tx.sql(stored([tx.clinic.id]))
  const { version, ...kept } = own ?? { ...usualIn(tx.clinic.country), version: 1 }
  return { kept, version, isDefault: own === undefined }
}

const auditMonths = sql<{ months: number }>('select audit_months as months from retention')

/** How many months the operator keeps the audit; null for ever. */
export async function auditMonthsKept(tx: Tx): Promise<number | null> {
  const [row] = await tx.sql(auditMonths([]))
  return row?.months || null
}

/** The first version is what is usual. */
const begin = sql(`
  insert into retention_setting
    (company_id, medical_years, money_years, lost_lead_months, conversation_months, updated_at)
  values ($1, $2, $3, $4, $5, $6) on conflict (company_id) do nothing`)
const lock = sql<TableRow<'retention_setting'>>('select * from retention_setting where company_id = $1 for update')
/** A file that is restricted is kept no shorter than the clinic says now. */
const postpone = sql(`
  update patient set anonymise_at = anonymise_at + make_interval(years => $2)
  where company_id = $1 and restricted_at is not null and anonymised_at is null`)

export async function setRetention(tx: Tx, kept: Kept): Promise<void> {
  const usual = usualIn(tx.clinic.country)
  await tx.sql(
    begin([tx.clinic.id, usual.medicalYears, usual.moneyYears, usual.lostLeadMonths, usual.conversationMonths, tx.now]),
  )
  const [before] = await tx.sql(lock([tx.clinic.id]))
  if (!before) throw new Error('What was just begun is not there.')
  await changeRecord(tx, 'retention_setting', before, columnsOf(kept))
  const more = kept.medicalYears - before.medical_years
  if (more > 0) await tx.sql(postpone([tx.clinic.id, more]))
}
