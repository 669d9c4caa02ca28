import { sql } from '../../db/statement.ts'
import { listSource } from '../../kernel/list-source.ts'
import type { Tx } from '../../kernel/tx.ts'
import { UNSEALED } from './audit-records.ts'

/** What one actor had to do with a patient on one day. */
export interface DisclosureRow {
  /** The caller, who is there once a day. */
  id: string
  /** When the day begins. */
  created_at: string
  records: number
  /** Each operation with the field scopes that it was answered by, in one text; several are parted by a semicolon. */
  operations: string
  first_at: string
  last_at: string
}

/** Whom records are about, as far as they are sealed, and read off those that are not. */
export const disclosures = listSource<DisclosureRow>({
  name: 'listDisclosures',
  from: `(
    select company_id, patient_id, caller as id, day::timestamp at time zone 'UTC' as created_at,
      sum(records)::integer as records, string_agg(operations, ';' order by operations) as operations,
      min(first_at) as first_at, max(last_at) as last_at
    from (
      select company_id, patient_id, day, caller, records, array_to_string(operations, ';') as operations, first_at, last_at
      from audit_of_patient
      union all
      select company_id, patient_id, (recorded_at at time zone 'UTC')::date, caller, times,
        array_to_string(operation || field_scopes, ' '), recorded_at, recorded_at
      from audit_record cross join unnest(patient_ids) as patient_id
      where ${UNSEALED}) as each
    group by company_id, patient_id, day, caller) as t`,
  columns: 't.id, t.created_at, t.records, t.operations, t.first_at, t.last_at',
  filters: {
    patientIds: value => `t.patient_id = any(${value})`,
    kind: value => `starts_with(t.id, ${value} || ' ')`,
  },
})

/** What a clinic agreed to, and when. */
export interface ReceiptFacts {
  installation_id: string
  id: string
  given_at: string
}

const receipts = sql<ReceiptFacts>(`
  select installation_id, id, given_at from consent_receipt
  where company_id = $1 and installation_id = any ($2) order by given_at desc`)

/** Finds the consent that a plugin acted upon at an instant: the last one before. */
export async function receiptsOf(tx: Tx, installationIds: readonly string[]) {
  const known = installationIds.length > 0 ? await tx.sql(receipts([tx.clinic.id, installationIds])) : []
  return (installationId: string, at: string): ReceiptFacts | null =>
    known.find(receipt => receipt.installation_id === installationId && receipt.given_at <= at) ?? null
}
