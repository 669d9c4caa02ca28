import { arrayLiteral } from '../db/array-literal.ts'
import type { Driver } from '../db/driver.ts'
import { batchingQueue } from '../db/pipelining/batching-queue.ts'
import { sql } from '../db/statement.ts'
import { flushed } from '../kernel/audit.ts'
import { AUDIT_FLUSHES } from '../kernel/timing.ts'
import type { SecretBox } from '../kernel/values/secret-box.ts'
import type { Caller } from './caller.ts'
import type { JsonObject, ToolResult } from './tool.ts'

/** One call of a tool, as the doctor's and the clinic's access log shows it. */
export interface Access {
  companyId: string
  requestId: string
  grantId: string
  tool: string
  resourceIds: readonly string[]
  patientIds: readonly string[]
  scopes: readonly string[]
  address: string | null
  details: Readonly<Record<string, unknown>>
}

export type AccessLog = ReturnType<typeof openAccessLog>

const insertAll = sql(`select record_assistant_access(
  $1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])`)

function statementOf(accesses: readonly Access[]) {
  const column = <Value>(pick: (access: Access) => Value) => accesses.map(pick)
  return insertAll([
    column(a => a.companyId),
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
export function openAccessLog(driver: Driver, url: string) {
  const connections = driver.connections(url, 'assistant access log', 1)
  return {
    /** Resolves once the record is durable; calls at the same time share one commit. */
    record: batchingQueue<Access, void>(async accesses => {
      await AUDIT_FLUSHES.measure(() => connections.run(statementOf(accesses)), flushed)
      return []
    }, MAX_BATCH),
    close: () => connections.close(),
  }
}

/** A call that has its result. */
interface FinishedCall {
  name: string
  given: JsonObject
  result: ToolResult
  ms: number
}

/** What was searched for is kept as a MAC: enough to see that the same was asked again. */
function argumentsOf(box: SecretBox, given: JsonObject): JsonObject {
  const entries = Object.entries(given).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
  return Object.fromEntries(
    entries.map(([key, value]) => [
      key,
      key === 'query' || key === 'cursor' ? box.mac(String(value), 'assistant query') : value,
    ]),
  )
}

/** The scopes by which something was shown; contact data counts where records of patients were. */
function scopesUsed({ connection, toolset }: Caller, { name, result }: FinishedCall): string[] {
  if (result.outcome !== 'ok') return []
  const contact = connection.scopes.has('patients:read.pii') && (result.answer?.patientIds.length ?? 0) > 0
  return [...(toolset.find(name)?.tool.scopes ?? []), ...(contact ? ['patients:read.pii'] : [])]
}

/** What the access log keeps of a call, whatever came of it. */
export function accessOf(box: SecretBox, caller: Caller, call: FinishedCall): Access {
  const { connection, requestId, address, era, agent } = caller
  const { name, given, ms, result } = call
  return {
    companyId: connection.company_id,
    requestId,
    grantId: connection.grant_id,
    tool: name,
    resourceIds: result.answer?.resourceIds ?? [],
    patientIds: result.answer?.patientIds ?? [],
    scopes: scopesUsed(caller, call),
    address,
    details: {
      user: connection.sub,
      client: connection.client_id,
      outcome: result.outcome,
      ms,
      era,
      agent,
      // Input that was not valid could be anything, and is not kept.
      arguments: result.valid ? argumentsOf(box, given) : {},
    },
  }
}
