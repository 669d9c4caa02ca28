import type { SecretBox } from '../kernel/values/secret-box.ts'
import type { Access } from './access-log.ts'
import type { Caller } from './caller.ts'
import type { JsonObject } from './tool.ts'
import type { ToolResult } from './tool-result.ts'

/** A call that has its result. */
export interface FinishedCall {
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
    companyId: connection.companyId,
    at: new Date().toISOString(),
    requestId,
    grantId: connection.grantId,
    tool: name,
    resourceIds: result.answer?.resourceIds ?? [],
    patientIds: result.answer?.patientIds ?? [],
    scopes: scopesUsed(caller, call),
    address,
    details: {
      user: connection.user.id,
      client: connection.client.id,
      outcome: result.outcome,
      ms,
      era,
      agent,
      // Input that was not valid could be anything, and is not kept.
      arguments: result.valid ? argumentsOf(box, given) : {},
    },
  }
}
