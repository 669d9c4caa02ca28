import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { emptied, type Fate } from './fate.ts'
import { FATES } from './fates.ts'

/** Columns of which a clinic has each value once: it is free for others meanwhile, and put back where it still is. */
const ONCE: Readonly<Record<string, string>> = { contact: 'phone', conversation: 'phone' }
/** Tables whose rows are parts of records. */
const PARTS = new Set(['invoice_line'])

const WITHHELD = Object.entries(FATES).filter(([, fate]) => fate.stays && emptied(fate).length > 0)

const keep = (table: string, fate: Fate) =>
  sql(`
  insert into withheld_text (company_id, table_name, record_id, patient_id, texts)
  select $1, '${table}', t.id, $2, jsonb_build_object(${emptied(fate)
    .map(([column]) => `'${column}', t.${column}`)
    .join(', ')})
  from ${table} t where t.company_id = $1 and ${fate.of}`)

const takeOut = (table: string, fate: Fate) =>
  sql(`
  update ${table} as t set ${emptied(fate)
    .map(([column, then]) => `${column} = ${then}`)
    .join(', ')}${PARTS.has(table) ? '' : ', updated_at = $3'}
  where t.company_id = $1 and ${fate.of}${PARTS.has(table) ? ' and $3::timestamptz is not null' : ''}`)

const isTaken = (table: string, column: string) => `exists (
  select from ${table} as other where other.company_id = $1 and other.${column} = withheld.texts->>'${column}')`

const putBack = (table: string, fate: Fate) =>
  sql(`
  update ${table} as t set ${emptied(fate)
    .map(([column]) =>
      ONCE[table] === column
        ? `${column} = case when ${isTaken(table, column)} then t.${column} else withheld.texts->>'${column}' end`
        : `${column} = withheld.texts->>'${column}'`,
    )
    .join(', ')}${PARTS.has(table) ? '' : ', updated_at = $3'}
  from withheld_text as withheld
  where withheld.company_id = $1 and withheld.patient_id = $2 and withheld.table_name = '${table}'
    and t.company_id = $1 and t.id = withheld.record_id${PARTS.has(table) ? ' and $3::timestamptz is not null' : ''}`)

const statements = WITHHELD.map(([table, fate]) => ({
  keep: keep(table, fate),
  takeOut: takeOut(table, fate),
  putBack: putBack(table, fate),
}))
/** The invoice that an item belongs to changed with it. */
const touchInvoices = sql('update invoice set updated_at = $3 where company_id = $1 and patient_id = $2')
const forget = sql('delete from withheld_text where company_id = $1 and patient_id = $2')

/** Takes free text out of what stays to be seen of the patient, and keeps it aside. Readers of changes see it change. */
export async function withholdTexts(tx: Tx, patientId: string): Promise<void> {
  for (const { keep, takeOut } of statements) {
    await tx.sql(keep([tx.clinic.id, patientId]))
    await tx.sql(takeOut([tx.clinic.id, patientId, tx.now]))
  }
  await tx.sql(touchInvoices([tx.clinic.id, patientId, tx.now]))
}

/** Puts back what was taken out. */
export async function giveTextsBack(tx: Tx, patientId: string): Promise<void> {
  for (const { putBack } of statements) await tx.sql(putBack([tx.clinic.id, patientId, tx.now]))
  await tx.sql(touchInvoices([tx.clinic.id, patientId, tx.now]))
  await forgetTexts(tx, patientId)
}

export async function forgetTexts(tx: Tx, patientId: string): Promise<void> {
  await tx.sql(forget([tx.clinic.id, patientId]))
}
