import { arrayLiteral } from '../db/array-literal.ts'
import type { SharedConnections } from '../db/driver.ts'
import { batchingQueue } from '../db/pipelining/batching-queue.ts'
import { type Statement, sql } from '../db/statement.ts'
import type { CountedRecords } from './counted-records.ts'
import { StaleGrant } from './grant-version.ts'
import { nameClinic } from './name-clinic.ts'
import { inNews } from './news-of-write.ts'
import { AUDIT_FLUSHES, type Ended } from './timing.ts'

/** What a record is about, by ids. */
export interface About {
  resourceIds: readonly string[]
  patientIds: readonly string[]
  /** Of invoices and payments that name no patient themselves: the database adds whose they are. */
  throughIds: readonly string[]
}

/** Who did what to which records of which patients (contract section 4): names of fields, never values. */
export interface AuditEntry extends About {
  companyId: string
  requestId: string
  /** `installation ins_…`, `staff usr_…`, `assistant …`, `system …` */
  caller: string
  tokenId: string | null
  operation: string
  fieldScopes: readonly string[]
  address: string | null
}

/** What was shown, or found not to be there. */
export interface AccessEntry extends AuditEntry {
  /** The filters that a list was asked by. */
  searchFields?: readonly string[] | undefined
  /** How many records were shown, where that is known. */
  resultCount?: number | undefined
  /** Of the grant that let the request in, where the record is to be made only while that is current. */
  grantVersion?: number | null
}

const recordAccess = sql<{ request_id: string }>(`
  select record_access($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) as request_id`)

/** The clinic is the one that the transaction has named, and the time the database's: the application may give neither. */
const insertWrite = inNews(
  sql(`
  insert into audit_record
    (request_id, caller, token_id, operation, resource_ids, patient_ids, field_scopes, address, changed_fields)
  values ($1, $2, $3, $4, $5::text[],
    case when $7::text[] = '{}' then $6::text[]
      else array(select unnest($6::text[]) union
        select unnest(patients_through(current_setting('app.company'), $7::text[])) order by 1) end,
    $8::text[], $9, $10::text[])`),
  'audit',
  [
    ...['request_id', 'caller', 'token_id', 'operation', 'resource_ids', 'patient_ids', 'through_ids', 'field_scopes'],
    ...['address', 'changed_fields'],
  ],
)

const insertRefusal = sql(`
  insert into audit_record
    (request_id, caller, token_id, operation, resource_ids, patient_ids, field_scopes, address, code, times)
  values ($1, $2, $3, $4, '{}', '{}', '{}', $5, $6, $7)`)

/** In the order of the functions' and the table's columns. */
const valuesOf = (entry: AuditEntry) => [
  entry.requestId,
  entry.caller,
  entry.tokenId,
  entry.operation,
  arrayLiteral(entry.resourceIds),
  arrayLiteral(entry.patientIds),
  arrayLiteral(entry.throughIds),
  arrayLiteral(entry.fieldScopes),
  entry.address,
]

/** The record of one write, to be committed with it; one that repeats an earlier answer has changed nothing. */
export const auditStatement = (entry: AuditEntry, changedFields: readonly string[] | null): Statement =>
  insertWrite([...valuesOf(entry), changedFields])

function batchStatement(entries: readonly AccessEntry[]) {
  const rows = entries.map(entry => [
    entry.companyId,
    ...valuesOf(entry),
    entry.searchFields ? arrayLiteral(entry.searchFields) : null,
    entry.resultCount ?? null,
    entry.grantVersion ?? null,
  ])
  return recordAccess((rows[0] ?? []).map((_, column) => rows.map(row => row[column])))
}

/**
 * Resolves once the entry is durable; rejects with StaleGrant, and records nothing, where its grant has changed or its caller
 * is none of its clinic. Entries of requests that run at the same time share one commit.
 */
export type RecordAudit = (entry: AccessEntry) => Promise<void>

/** How a batch of records ended, in a word. */
export const flushed = (ended: Ended<unknown>): [string] => ['error' in ended ? 'failed' : 'written']

export function auditLog(connections: SharedConnections): RecordAudit {
  const recorded = batchingQueue<AccessEntry, boolean>(async entries => {
    const records = () => connections.run(batchStatement(entries))
    const left = new Set((await AUDIT_FLUSHES.measure(records, flushed)).map(row => row.request_id))
    return entries.map(({ requestId }) => !left.has(requestId))
  })
  return async entry => {
    if (!(await recorded(entry))) throw new StaleGrant()
  }
}

/**
 * Records what the bearer of an address that is ours did there, who is no caller of the clinic: a payer, or whom an
 * installation had send a file. Resolves once that is durable.
 */
export type RecordBearer = (entry: AuditEntry) => Promise<void>

export const bearerLog =
  (connections: SharedConnections): RecordBearer =>
  async entry =>
    void (await connections.run(nameClinic([entry.companyId]), auditStatement(entry, null)))

/** Whom the clinic knows and did not let in, and why. */
export interface RefusalEntry extends Pick<AuditEntry, 'companyId' | 'requestId' | 'caller' | 'tokenId' | 'address'> {
  code: string
}

/** Records that a token which the clinic has given was refused, as often as `CountedRecords` says. */
export type RecordRefusal = (entry: RefusalEntry) => void

export const refusalLog =
  (connections: SharedConnections, counted: CountedRecords): RecordRefusal =>
  ({ companyId, requestId, caller, tokenId, address, code }) =>
    counted.add(`${tokenId} ${code}`, times =>
      connections.run(
        nameClinic([companyId]),
        insertRefusal([requestId, caller, tokenId, 'useToken', address, code, times]),
      ),
    )
