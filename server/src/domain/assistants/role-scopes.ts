import { type AssistantScope, assistantScopesIn } from '@clinic/contract/assistant-scopes.ts'
import type { StaffRole } from '@clinic/contract/staff/permissions.ts'

const EVERYONE = ['clinic:read', 'schedule:read', 'patients:read'] as const
const TREATING = [...EVERYONE, 'clinical:read', 'documents:read'] as const
const FRONT_DESK = [...EVERYONE, 'billing:read', 'insurance:read', 'patients:read.pii'] as const
const ALL = [...TREATING, 'billing:read', 'insurance:read', 'patients:read.pii'] as const

/** What a person in this role may let an assistant read: never more than they may read themselves. */
const ROLE_SCOPES: Readonly<Record<StaffRole, readonly AssistantScope[]>> = {
  owner: ALL,
  admin: ALL,
  doctor: ALL,
  receptionist: FRONT_DESK,
  accountant: FRONT_DESK,
  assistant: TREATING,
}

/** Of these scopes, separated by spaces, those that a person in this role may read themselves. */
export const readableScopes = (role: StaffRole, scope: string): AssistantScope[] =>
  assistantScopesIn(scope).filter(name => ROLE_SCOPES[role].includes(name))
