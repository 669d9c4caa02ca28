import { canonicalJson } from '@clinic/contract/canonical-json.ts'
import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import type { PlatformTx } from '../../kernel/tx.ts'
import { leafHash } from './merkle-tree.ts'

export type RecordRow = TableRow<'audit_record'>

const records = sql<RecordRow>(`
  select company_id, at, request_id, caller, token_id, operation, resource_ids, patient_ids, field_scopes, address, details,
    id, changed_fields, search_fields, result_count, code, times, recorded_at
  from audit_record where company_id = $1 and recorded_at >= $2 and recorded_at < $3 order by recorded_at, id`)

/** A span of a clinic's records, by when they were taken in: `from` belongs to it, `to` does not. */
export interface Span {
  companyId: string
  from: string
  to: string
}

/** The records of a span, in the order of their leaves. */
export const recordsOf = (tx: Pick<PlatformTx, 'sql'>, { companyId, from, to }: Span): Promise<RecordRow[]> =>
  tx.sql(records([companyId, from, to]))

/**
 * What is hashed of a record, as canonical JSON (RFC 8785): its columns, without those that are null. So a column that is
 * added later leaves the hashes of older records as they are.
 */
export const leafText = (row: RecordRow): string =>
  canonicalJson(Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)))

export const leafOf = (row: RecordRow): Buffer => leafHash(leafText(row))
