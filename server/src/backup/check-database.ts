import type { ClientBase } from 'pg'
import { sql } from '../db/statement.ts'
import { verifyDay } from '../domain/audit/verify-day.ts'
import { verifyHeads } from '../domain/audit/verify-heads.ts'
import { MONEY_MISMATCHES } from '../domain/books/money-mismatches.ts'
import type { PlatformTx } from '../kernel/tx.ts'
import type { SecretBox } from '../kernel/values/secret-box.ts'
import { SEALED_COLUMNS, type SealedColumn } from '../secrets/sealed-columns.ts'

/** Of each sealed column so many values are opened: with the wrong key none would. */
const OPENED = 100
const DAYS = 31

/** What was looked at, and what of it is not as it must be: a line for each. */
export interface Checked {
  clinics: number
  patients: number
  sealedValues: number
  auditDays: number
  faults: string[]
}

/** Looks through a whole database: whether its money adds up, its secrets open, and its audit fits its seals. */
export async function checkDatabase(client: ClientBase, tx: PlatformTx, box: SecretBox): Promise<Checked> {
  const clinics = await tx.sql(allClinics([]))
  const [counted] = await tx.sql(countPatients([]))
  const checked: Checked = {
    clinics: clinics.length,
    patients: counted?.patients ?? 0,
    sealedValues: 0,
    auditDays: 0,
    faults: [],
  }
  for (const { company_id: clinic } of clinics)
    for (const question of MONEY_MISMATCHES)
      for (const row of (await client.query(question, [clinic])).rows)
        checked.faults.push(`money of ${clinic} does not add up: ${JSON.stringify(row)}`)
  for (const column of SEALED_COLUMNS) await openSome(client, box, column, checked)
  for (const { company_id: sealed } of await tx.sql(sealedClinics([]))) await checkAudit(tx, sealed, checked)
  return checked
}

const allClinics = sql<{ company_id: string }>('select company_id from clinic order by 1')
const countPatients = sql<{ patients: number }>('select count(*)::integer as patients from patient')
const sealedClinics = sql<{ company_id: string }>('select distinct company_id from audit_head order by 1')
const sealedDays = sql<{ day: string }>(`
  select distinct day from audit_head where company_id = $1 order by day desc limit ${DAYS}`)

async function openSome(client: ClientBase, box: SecretBox, column: SealedColumn, checked: Checked): Promise<void> {
  const { table, column: name, key, where, purpose } = column
  const { rows } = await client.query<{ key: string[]; value: Buffer }>(
    `select array[${key.join(', ')}] as key, ${name} as value from ${table} where ${where} limit ${OPENED}`,
  )
  for (const { key: of, value } of rows) {
    checked.sealedValues++
    try {
      box.open(value, purpose(...of))
    } catch {
      checked.faults.push(`${table}.${name} of ${of.join(' ')} does not open`)
    }
  }
}

async function checkAudit(tx: PlatformTx, clinic: string, checked: Checked): Promise<void> {
  const faults = await verifyHeads(tx, clinic)
  for (const { day } of await tx.sql(sealedDays([clinic]))) {
    checked.auditDays++
    faults.push(...(await verifyDay(tx, clinic, day)))
  }
  for (const { day, kind, where } of faults)
    checked.faults.push(`audit of ${clinic} on ${day}: ${kind.toLowerCase()} ${where ?? ''}`.trim())
}
