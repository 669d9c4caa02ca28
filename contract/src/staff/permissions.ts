/** What a person is in a clinic. */
export const STAFF_ROLES = ['owner', 'admin', 'doctor', 'receptionist', 'accountant', 'assistant'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/** The one map of who may do what, by permission. What a person does for themselves alone asks for none. */
export const PERMISSIONS = {
  'members:manage': {
    roles: ['owner', 'admin'],
    sentence: 'See the staff, invite people, change roles, disable people.',
  },
  'owners:manage': { roles: ['owner'], sentence: 'Invite, make and change owners.' },
  'assistants:manage': {
    roles: ['owner', 'admin'],
    sentence: 'See and end the connections of all staff, and say which assistants may be connected.',
  },
  'plugins:see': { roles: STAFF_ROLES, sentence: 'See which plugins there are, and what each may do here.' },
  'plugins:request': { roles: STAFF_ROLES, sentence: 'Ask the owner for a plugin.' },
  'plugins:manage': {
    roles: ['owner', 'admin'],
    sentence: 'Install, change, stop and remove plugins, with their keys and addresses.',
  },
  'audit:read': {
    roles: ['owner', 'admin'],
    sentence: 'See who read and changed what, also of each patient, and the seals of that.',
  },
  'privacy:manage': {
    roles: ['owner', 'admin'],
    sentence:
      'Give patients all that is kept of them, restrict files that are to be erased, and say how long what is kept.',
  },
  'privacy:finish': {
    roles: ['owner'],
    sentence: 'Make a file anonymous for ever, and say that one must not be erased.',
  },
  'alarms:see': {
    roles: ['owner', 'admin'],
    sentence: 'See what the clinic was warned of, say that it was looked at, and which warnings are mailed.',
  },
  'sandbox:operate': { roles: STAFF_ROLES, sentence: 'Try plugins out, in a sandbox clinic.' },
  'security:manage': { roles: ['owner', 'admin'], sentence: 'Ask every login for a second factor.' },
} as const satisfies Record<string, { roles: readonly StaffRole[]; sentence: string }>

export type Permission = keyof typeof PERMISSIONS

const isPermission = (name: string): name is Permission => Object.hasOwn(PERMISSIONS, name)

export const PERMISSION_NAMES: readonly Permission[] = Object.keys(PERMISSIONS).filter(isPermission)

export function isPermitted(role: StaffRole, permission: Permission): boolean {
  const roles: readonly StaffRole[] = PERMISSIONS[permission].roles
  return roles.includes(role)
}

/** All that a role may do. */
export const permissionsOf = (role: StaffRole): Permission[] =>
  PERMISSION_NAMES.filter(permission => isPermitted(role, permission))
