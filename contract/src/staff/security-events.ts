import { permission } from '../access.ts'
import {
  described,
  Id,
  MaybeId,
  MaybeInteger,
  MaybeText,
  MaybeTimestamp,
  OneOf,
  Optional,
  RowVersion,
  shape,
  Timestamp,
  UpTo,
} from '../fields.ts'
import { family, Type } from '../kernel.ts'

export const SECURITY_LEVELS = ['INFO', 'WARN', 'CRITICAL'] as const
export type SecurityLevel = (typeof SECURITY_LEVELS)[number]

/** What a clinic's owners are to know of logins, keys and plugins, and how much it matters. */
export const SECURITY_EVENTS = {
  owner_added: ['CRITICAL'],
  admin_added: ['WARN'],
  new_device: ['WARN'],
  login_failures: ['WARN'],
  second_factor_removed: ['WARN'],
  recovery_code_used: ['WARN'],
  password_reset: ['WARN'],
  token_misuse: ['CRITICAL'],
  mass_read: ['WARN', 'CRITICAL'],
  audit_broken: ['CRITICAL'],
  operator_wrote: ['WARN'],
  token_created: ['INFO'],
  scope_added: ['INFO'],
  installed: ['INFO'],
  upgraded: ['INFO'],
  stopped: ['INFO'],
  shared_ids: ['INFO'],
  export: ['INFO'],
  erasure: ['INFO'],
} as const satisfies Record<string, readonly SecurityLevel[]>

export type SecurityEventKind = keyof typeof SECURITY_EVENTS

const isKind = (name: string): name is SecurityEventKind => Object.hasOwn(SECURITY_EVENTS, name)
export const SECURITY_EVENT_KINDS: readonly SecurityEventKind[] = Object.keys(SECURITY_EVENTS).filter(isKind)

/** Kinds of which there is a level that a clinic may do without mail of: what is critical is always mailed. */
export const MUTABLE_KINDS: readonly SecurityEventKind[] = SECURITY_EVENT_KINDS.filter(kind =>
  SECURITY_EVENTS[kind].some(level => level === 'WARN'),
)

/** Why a key is misused. */
export const MISUSES = ['address', 'ended', 'networks'] as const
export type Misuse = (typeof MISUSES)[number]

const see = permission('alarms:see')
const { operation, listing } = family('Security events', { read: see, write: see, sight: 'clinic' })

export const SecurityEvent = shape('securityEvent', {
  id: Id,
  kind: OneOf(SECURITY_EVENT_KINDS),
  level: OneOf(SECURITY_LEVELS),
  open: Type.Boolean(),
  times: Type.Integer(),
  createdAt: Timestamp,
  lastAt: Timestamp,
  acknowledgedAt: MaybeTimestamp,
  acknowledgedBy: MaybeId,
  note: MaybeText,
  actor: MaybeText,
  userId: MaybeId,
  userName: MaybeText,
  browser: MaybeText,
  network: MaybeText,
  installationId: MaybeId,
  pluginSlug: MaybeText,
  tokenHint: MaybeText,
  cause: MaybeText,
  patientsPerDay: MaybeInteger,
  command: MaybeText,
  day: MaybeText,
  recordId: MaybeId,
  seal: MaybeText,
})

export const listSecurityEvents = listing({
  id: 'listSecurityEvents',
  route: 'GET /security-events',
  summary: 'What the clinic was warned of, newest first',
  description:
    'The same within an hour is one event that counts, until somebody has acknowledged it. What is only for information is never open.',
  paging: 'Page',
  filters: { open: Type.Boolean(), kind: OneOf(SECURITY_EVENT_KINDS), level: OneOf(SECURITY_LEVELS) },
  returns: SecurityEvent,
})

export const acknowledgeSecurityEvent = operation({
  id: 'acknowledgeSecurityEvent',
  route: 'POST /security-events/:id/acknowledge',
  summary: 'Says that somebody has looked at a security event',
  description: 'Its notice is gone for everybody. The first to do so stays named; what happens again is a new event.',
  input: { id: Id, note: Optional(described(UpTo(500), 'What was found, for those who look later.')) },
  returns: SecurityEvent,
})

const settings = {
  mutedKinds: Type.Array(OneOf(MUTABLE_KINDS), {
    maxItems: MUTABLE_KINDS.length,
    uniqueItems: true,
    description: 'Kinds of which owners get no warning by mail. What is critical is mailed all the same.',
  }),
}
export const SecuritySettings = shape('securitySettings', { ...settings, version: RowVersion })

export const getSecuritySettings = operation({
  id: 'getSecuritySettings',
  route: 'GET /security-settings',
  summary: 'Of which security events owners get no mail',
  description: 'All are listed and shown in the console whatever is set here.',
  returns: SecuritySettings,
})

export const putSecuritySettings = operation({
  id: 'putSecuritySettings',
  route: 'PUT /security-settings',
  stepUp: true,
  summary: 'Says of which security events owners get no mail',
  description: 'The mail to the person whose login it is cannot be switched off, nor that of what is critical.',
  versioned: { of: 'clinic', fields: { mutedKinds: 'mutedAlarms' } },
  input: settings,
  returns: SecuritySettings,
})
