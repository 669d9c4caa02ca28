import type { SharedConnections } from '../db/pool.ts'
import { type Statement, sql } from '../db/statement.ts'
import { naturalBatch } from './natural-batch.ts'

/** One disclosure: who was shown, or changed, which records of which patients (contract section 4). */
export interface AuditEntry {
  companyId: string
  at: string
  requestId: string
  /** `installation ins_…`, `staff usr_…`, `assistant …` */
  caller: string
  tokenId: string | null
  operation: string
  resourceIds: readonly string[]
  patientIds: readonly string[]
  fieldScopes: readonly string[]
  address: string | null
}

const insertEntries = sql(`
  insert into audit_record
    (company_id, at, request_id, caller, token_id, operation, resource_ids, patient_ids, field_scopes, address)
  select company_id, at, request_id, caller, token_id, operation,
    resource_ids::text[], patient_ids::text[], field_scopes::text[], address
  from unnest($1::text[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
    $9::text[], $10::text[])
    as entry (company_id, at, request_id, caller, token_id, operation, resource_ids, patient_ids, field_scopes, address)`)

const insertEntry = sql(`
  insert into audit_record
    (company_id, at, request_id, caller, token_id, operation, resource_ids, patient_ids, field_scopes, address)
  values ($1, $2, $3, $4, $5, $6, $7::text[], $8::text[], $9::text[], $10)`)

/** Ids are made of letters, digits and `_`, so an array literal of them needs no quoting. */
const arrayLiteral = (ids: readonly string[]) => `{${ids.join(',')}}`

/** The record of one write, to be committed with it. */
export const auditStatement = (entry: AuditEntry): Statement =>
  insertEntry([
    entry.companyId,
    entry.at,
    entry.requestId,
    entry.caller,
    entry.tokenId,
    entry.operation,
    arrayLiteral(entry.resourceIds),
    arrayLiteral(entry.patientIds),
    arrayLiteral(entry.fieldScopes),
    entry.address,
  ])

function batchStatement(entries: readonly AuditEntry[]): Statement {
  const column = <Value>(pick: (entry: AuditEntry) => Value) => entries.map(pick)
  return insertEntries([
    column(e => e.companyId),
    column(e => e.at),
    column(e => e.requestId),
    column(e => e.caller),
    column(e => e.tokenId),
    column(e => e.operation),
    column(e => arrayLiteral(e.resourceIds)),
    column(e => arrayLiteral(e.patientIds)),
    column(e => arrayLiteral(e.fieldScopes)),
    column(e => e.address),
  ])
}

/** Resolves once the entry is durable. Entries of requests that run at the same time share one commit. */
export type RecordAudit = (entry: AuditEntry) => Promise<void>

export function auditLog(connections: SharedConnections): RecordAudit {
  return naturalBatch<AuditEntry, void>(async entries => {
    await connections.run(batchStatement(entries))
    return []
  })
}
