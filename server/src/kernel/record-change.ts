import type { VersionedRecord, VersionedResource } from '@clinic/contract/versions.ts'
import { type Statement, sql } from '../db/statement.ts'
import type { TableRow } from '../db/tables.ts'
import { updateRecord } from './record-statements.ts'
import type { Context, Parts } from './tx.ts'
import { isDerived } from './values/derived-columns.ts'

type Values = Readonly<Record<string, unknown>>

/** Of what a clinic has once, the key is the clinic's. */
const ONCE: readonly string[] = [
  'clinic',
  'day_rules',
  'money_setting',
  'retention_setting',
] satisfies VersionedRecord[]

export const isOnce = (table: string): boolean => ONCE.includes(table)

/** Under which id the changes of a record are kept. */
export function changedId(table: VersionedResource, companyId: string, id: unknown): string {
  if (table === 'clinic') return companyId
  // A draft has the id of its form, whose changes are others.
  if (table === 'form_draft') return `${id} ${table}`
  return isOnce(table) ? `${companyId} ${table}` : String(id)
}

const add = sql(`
  insert into record_change (company_id, record_id, version, table_name, patient_id, caller, at, changes)
  values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb)`)

/** What is sealed is kept sealed. */
const kept = (value: unknown) => (Buffer.isBuffer(value) ? value.toString('base64') : (value ?? null))

interface Change<Table extends VersionedRecord> {
  table: Table
  before: TableRow<Table>
  changes: object
  parts?: Parts | undefined
  by?: string | undefined
}

/** The next version of a record, and the statement that keeps what it changed, columns that follow from others aside. */
export function nextVersion<Table extends VersionedRecord>(
  { clinic, caller }: Pick<Context, 'clinic' | 'caller'>,
  now: string,
  { table, before, changes, parts = {}, by = `${caller.kind} ${caller.id}` }: Change<Table>,
): { kept: Statement; changed: Statement<TableRow<Table>> } {
  const [was, wanted]: [Values, Values] = [{ ...before }, { ...changes }]
  const own = Object.entries(wanted).flatMap(([column, value]) => {
    const [from, to] = [kept(was[column]), kept(value)]
    return isDerived(column) || from === to ? [] : [[column, [from, to]]]
  })
  const told = { ...Object.fromEntries(own), ...parts }
  const whose = table === 'patient' ? was.id : (wanted.patient_id ?? was.patient_id)
  const id = changedId(table, clinic.id, was.id)
  const version = before.version + 1
  return {
    kept: add([clinic.id, id, version, table, whose ?? null, by, now, JSON.stringify(told)]),
    changed: updateRecord(table, clinic.id, isOnce(table) ? null : String(was.id), {
      ...changes,
      version,
      updated_at: now,
    } as never),
  }
}
