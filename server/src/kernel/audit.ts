import { arrayLiteral } from '../db/array-literal.ts'
import type { SharedConnections } from '../db/driver.ts'
import { batchingQueue } from '../db/pipelining/batching-queue.ts'
import { type Statement, sql } from '../db/statement.ts'
import { StaleGrant } from './grant-version.ts'

/** One disclosure: who was shown, or changed, which records of which patients (contract section 4). */
export interface AuditEntry {
  companyId: string
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

const recordAccess = sql<{ request_id: string }>(`
  select record_access($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as request_id`)

/** The clinic is the one that the transaction has named, and the time the database's: the application may give neither. */
const insertEntry = sql(`
  insert into audit_record (request_id, caller, token_id, operation, resource_ids, patient_ids, field_scopes, address)
  values ($1, $2, $3, $4, $5::text[], $6::text[], $7::text[], $8)`)

/** In the order of the table's columns. */
const valuesOf = (entry: AuditEntry) => [
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

function batchStatement(entries: readonly AuditEntry[]) {
  const rows = entries.map(entry => [entry.companyId, ...valuesOf(entry), entry.grantVersion ?? null])
  return recordAccess((rows[0] ?? []).map((_, column) => rows.map(row => row[column])))
}

/**
 * Resolves once the entry is durable; rejects with StaleGrant, and records nothing, where its grant has changed or its caller
 * is none of its clinic. Entries of requests that run at the same time share one commit.
 */
export type RecordAudit = (entry: AuditEntry) => Promise<void>

export function auditLog(connections: SharedConnections): RecordAudit {
  const recorded = batchingQueue<AuditEntry, boolean>(async entries => {
    const left = new Set((await connections.run(batchStatement(entries))).map(row => row.request_id))
    return entries.map(({ requestId }) => !left.has(requestId))
  })
  return async entry => {
    if (!(await recorded(entry))) throw new StaleGrant()
  }
}
