import { isScopeName, type ScopeName } from './scopes.ts'
import { PERMISSION_NAMES, type Permission } from './staff/permissions.ts'

/**
 * What a field of an answer may ask its reader for: a scope of a plugin or an assistant, or a permission of a member. Some
 * have the same name; that of a permission begins with `may:`.
 */
export type FieldRight = ScopeName | `may:${Permission}`

const permitted = new Map<unknown, Permission>(PERMISSION_NAMES.map(name => [`may:${name}`, name]))

/** The permission that a right stands for; nothing for a scope. */
export const permissionIn = (right: unknown): Permission | undefined => permitted.get(right)

export const isFieldRight = (right: unknown): right is FieldRight =>
  isScopeName(right) || permissionIn(right) !== undefined

/** The key of a field's schema under which the right stands without which the field is left out of a member's answer. */
export const PERMITTED = 'x-required-permission'
