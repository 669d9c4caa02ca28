import type { AssistantScope } from '@clinic/contract/assistant-scopes.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import { STAFF_ROLES } from '@clinic/contract/staff/permissions.ts'
import { readableScopes } from '../domain/assistants/role-scopes.ts'
import type { Connection } from './connection.ts'
import { findTool } from './toolset.ts'

/** The tool that a message calls, if it does. */
export function toolCalled(message: unknown): string | undefined {
  const params = isRecord(message) && message.method === 'tools/call' ? message.params : undefined
  return isRecord(params) && typeof params.name === 'string' ? params.name : undefined
}

/**
 * The scopes with which the client should ask the person again, because the call needs one that was never offered. None
 * where the person declined it or their role does not let them read it: asking again would be asking in circles.
 */
export function scopesToAskFor(message: unknown, connection: Connection): AssistantScope[] | undefined {
  const { granted, declined } = connection
  const missing = (findTool(toolCalled(message) ?? '')?.scopes ?? []).filter(scope => !granted.includes(scope))
  const role = STAFF_ROLES.find(one => one === connection.role)
  if (missing.length === 0 || !role || missing.some(scope => declined.includes(scope))) return undefined
  const readable = readableScopes(role, missing.join(' '))
  return readable.length === missing.length ? [...granted, ...missing] : undefined
}
