import { isRecord } from '@clinic/contract/json-schema.ts'
import type { ScopeName } from '@clinic/contract/scopes.ts'
import type { Statement } from '../db/statement.ts'
import { type AuditEntry, auditStatement } from '../kernel/audit.ts'
import type { Call, Served } from './call.ts'
import type { Disclosure } from './disclosure.ts'

/** The audit record of what a call shows or changes. */
export const entryOf = (
  { operation, answers }: Served,
  { request, context }: Call,
  disclosure: Disclosure,
): AuditEntry => ({
  companyId: context.clinic.id,
  requestId: context.requestId,
  caller: `${context.caller.kind} ${context.caller.id}`,
  tokenId: context.caller.tokenId,
  operation: operation.id,
  ...disclosure,
  fieldScopes: answers.tier(context.caller.holds),
  address: request.address,
})

/** The audit record that is committed with a write, where it leaves one. */
export function recordOfWrite(served: Served, call: Call, answer: unknown): Statement[] {
  const shown = served.disclose(answer)
  const disclosure = served.surface.recordsEveryWrite ? changedBy(call, answer, shown) : shown
  return disclosure ? [auditStatement(entryOf(served, call, disclosure))] : []
}

/** The record that was written, and those that were changed besides it; the clinic, where an answer is about no record. */
function changedBy({ context }: Call, answer: unknown, shown: Disclosure | undefined): Disclosure {
  const { data, changed } = isRecord(answer) ? answer : {}
  const about = shown?.resourceIds ?? [idOf(data) ?? context.clinic.id]
  return { resourceIds: [...about, ...textsOf(changed)], patientIds: shown?.patientIds ?? [] }
}

/** What an earlier answer shows again is recorded again, with the field scopes that it is shown with now. */
export function recordOfReplay(
  served: Served,
  call: Call,
  body: string,
  fieldScopes: readonly ScopeName[],
): Statement[] {
  const disclosure = served.disclose(JSON.parse(body))
  return disclosure ? [auditStatement({ ...entryOf(served, call, disclosure), fieldScopes })] : []
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter(item => typeof item === 'string') : []

function idOf(data: unknown): string | undefined {
  const id = isRecord(data) ? (data.id ?? data.userId) : undefined
  return typeof id === 'string' ? id : undefined
}
