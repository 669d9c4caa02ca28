import type { FieldRight } from '@clinic/contract/field-rights.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import type { Statement } from '../db/statement.ts'
import { type About, type AuditEntry, auditStatement } from '../kernel/audit.ts'
import type { Touched } from '../kernel/touched.ts'
import type { Call, Served } from './call.ts'
import type { Disclosure } from './disclosure.ts'

/** The audit record of what a call shows or changes. */
export const entryOf = <Shown extends About>(
  { operation, answers }: Served,
  { request, context }: Call,
  about: Shown,
): AuditEntry & Shown => ({
  companyId: context.clinic.id,
  requestId: context.requestId,
  caller: `${context.caller.kind} ${context.caller.id}`,
  tokenId: context.caller.tokenId,
  operation: operation.id,
  ...about,
  fieldScopes: answers.tier(context.caller.holds),
  address: request.address,
})

/** The audit record that is committed with a write: what it shows, what it changed besides, and which fields. */
export function recordOfWrite(
  served: Served,
  call: Call,
  { answer, shown }: { answer: unknown; shown: Disclosure | undefined },
  touched: Touched,
): Statement {
  const { context, input } = call
  const { data, changed } = isRecord(answer) ? answer : {}
  const ids = shown?.resourceIds ?? [idOf(data) ?? context.clinic.id]
  const about = {
    resourceIds: [...ids, ...textsOf(changed)],
    patientIds: [...new Set([...(shown?.patientIds ?? []), ...touched.patientIds])],
    throughIds: [...new Set([...(shown?.throughIds ?? []), ...touched.throughIds])],
  }
  call.request.patients = about.patientIds.length
  return auditStatement(entryOf(served, call, about), served.changedFields(input, touched, ids))
}

/** What an earlier answer shows again is recorded again, with the field scopes that it is shown with now. */
export function recordOfReplay(
  served: Served,
  call: Call,
  body: string,
  fieldScopes: readonly FieldRight[],
): Statement[] {
  const disclosure = served.disclose(JSON.parse(body), call.input)
  return disclosure ? [auditStatement({ ...entryOf(served, call, disclosure), fieldScopes }, null)] : []
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter(item => typeof item === 'string') : []

/** The id of the one record of an answer. */
export function idOf(data: unknown): string | undefined {
  const id = isRecord(data) ? (data.id ?? data.userId) : undefined
  return typeof id === 'string' ? id : undefined
}
