import { arrayLiteral } from '../db/array-literal.ts'
import type { SharedConnections } from '../db/driver.ts'
import { batchingQueue } from '../db/pipelining/batching-queue.ts'
import { type Statement, sql } from '../db/statement.ts'
import { isCurrentVersion, StaleGrant } from './grant-version.ts'

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
  /** Of the grant that let the request in, where the record is to be made only while that is current. */
  grantVersion?: number | null
}

const insertEntries = sql(`
  insert into audit_record
    (company_id, at, request_id, caller, token_id, operation, resource_ids, patient_ids, field_scopes, address)
  select company_id, at, request_id, caller, token_id, operation,
    resource_ids::text[], patient_ids::text[], field_scopes::text[], address
  from unnest($1::text[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
    $9::text[], $10::text[], $11::bigint[])
    as entry (company_id, at, request_id, caller, token_id, operation, resource_ids, patient_ids, field_scopes, address,
      grant_version)
  where ${isCurrentVersion('entry.company_id', 'entry.grant_version')}`)

const staleEntries = sql<{ request_id: string }>(`
  select request_id from unnest($1::text[], $2::text[], $3::bigint[]) as entry (request_id, company_id, grant_version)
  where not ${isCurrentVersion('entry.company_id', 'entry.grant_version')}`)

const insertEntry = sql(`
  insert into audit_record
    (company_id, at, request_id, caller, token_id, operation, resource_ids, patient_ids, field_scopes, address)
  values ($1, $2, $3, $4, $5, $6, $7::text[], $8::text[], $9::text[], $10)`)

/** In the order of the table's columns. */
const valuesOf = (entry: AuditEntry) => [
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
]

/** The record of one write, to be committed with it. */
export const auditStatement = (entry: AuditEntry): Statement => insertEntry(valuesOf(entry))

function batchStatement(entries: readonly AuditEntry[]): Statement {
  const rows = entries.map(valuesOf)
  const columns = rows[0]?.map((_, column) => rows.map(row => row[column])) ?? []
  return insertEntries([...columns, entries.map(({ grantVersion }) => grantVersion ?? null)])
}

/**
 * Resolves once the entry is durable; rejects with StaleGrant, and records nothing, where its grant has changed. Entries of
 * requests that run at the same time share one commit.
 */
export type RecordAudit = (entry: AuditEntry) => Promise<void>

export function auditLog(connections: SharedConnections): RecordAudit {
  async function stale(entries: AuditEntry[]): Promise<ReadonlySet<string>> {
    const columns = [
      entries.map(e => e.requestId),
      entries.map(e => e.companyId),
      entries.map(e => e.grantVersion ?? null),
    ]
    const rows = await connections.run(staleEntries(columns))
    return new Set(rows.map(row => row.request_id))
  }
  const recorded = batchingQueue<AuditEntry, boolean>(async entries => {
    const count = await connections.count(batchStatement(entries))
    // A version that was not current then is not current now.
    const left = count === entries.length ? undefined : await stale(entries)
    return entries.map(({ requestId }) => !left?.has(requestId))
  })
  return async entry => {
    if (!(await recorded(entry))) throw new StaleGrant()
  }
}
