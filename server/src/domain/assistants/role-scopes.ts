import { type AssistantScope, assistantScopesIn } from '@clinic/contract/assistant-scopes.ts'
import { isPermitted, type Permission, STAFF_ROLES, type StaffRole } from '@clinic/contract/staff/permissions.ts'

const TREATING = ['owner', 'admin', 'doctor', 'assistant'] as const
const ACCOUNTING = ['owner', 'admin', 'doctor', 'receptionist', 'accountant'] as const

/**
 * Who may let an assistant read what: never more than they may read themselves, by the permission that lets them or, where
 * there is none yet, by their role.
 */
const READ_BY: Readonly<Record<AssistantScope, Permission | readonly StaffRole[]>> = {
  'clinic:read': STAFF_ROLES,
  'schedule:read': 'day:read',
  'patients:read': 'patients:read',
  'patients:read.pii': 'patients:contact',
  'documents:read': 'records:read',
  'clinical:read': TREATING,
  'billing:read': ACCOUNTING,
  'insurance:read': ACCOUNTING,
}

function mayRead(role: StaffRole, scope: AssistantScope): boolean {
  const by = READ_BY[scope]
  return typeof by === 'string' ? isPermitted(role, by) : by.includes(role)
}

/** Of these scopes, separated by spaces, those that a person in this role may read themselves. */
export const readableScopes = (role: StaffRole, scope: string): AssistantScope[] =>
  assistantScopesIn(scope).filter(name => mayRead(role, name))
