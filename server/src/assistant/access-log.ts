import { arrayLiteral } from '../db/array-literal.ts'
import type { Driver } from '../db/driver.ts'
import { batchingQueue } from '../db/pipelining/batching-queue.ts'
import { sql } from '../db/statement.ts'

/** One call of a tool, as the doctor's and the clinic's access log shows it. */
export interface Access {
  companyId: string
  at: string
  requestId: string
  grantId: string
  tool: string
  resourceIds: readonly string[]
  patientIds: readonly string[]
  scopes: readonly string[]
  address: string | null
  details: Readonly<Record<string, unknown>>
}

export interface AccessLog {
  /** Resolves once the record is durable; calls at the same time share one commit. */
  record(access: Access): Promise<void>
  close(): Promise<void>
}

const insertAll = sql(`select record_assistant_access(
  $1::text[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
  $10::text[])`)

function statementOf(accesses: readonly Access[]) {
  const column = <Value>(pick: (access: Access) => Value) => accesses.map(pick)
  return insertAll([
    column(a => a.companyId),
    column(a => a.at),
    column(a => a.requestId),
    column(a => a.grantId),
    column(a => a.tool),
    column(a => arrayLiteral(a.resourceIds)),
    column(a => arrayLiteral(a.patientIds)),
    column(a => arrayLiteral(a.scopes)),
    column(a => a.address),
    column(a => JSON.stringify(a.details)),
  ])
}

const MAX_BATCH = 200

/** The only thing that the resource server writes, by the one function that its login may call. */
export function openAccessLog(driver: Driver, url: string): AccessLog {
  const connections = driver.connections(url, 'assistant access log', 1)
  return {
    record: batchingQueue<Access, void>(async accesses => {
      await connections.run(statementOf(accesses))
      return []
    }, MAX_BATCH),
    close: () => connections.close(),
  }
}
