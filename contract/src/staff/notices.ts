import { anyMember } from '../access.ts'
import {
  described,
  Id,
  MaybeId,
  MaybeInteger,
  MaybeNumber,
  MaybeText,
  Nullable,
  OneOf,
  shape,
  Timestamp,
} from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { STAFF_ROLES, type StaffRole } from './permissions.ts'
import { SECURITY_EVENT_KINDS } from './security-events.ts'

const THE_DESK = ['owner', 'admin', 'receptionist', 'accountant'] as const
const WHO_MANAGES = ['owner', 'admin'] as const

/** What a clinic's people are told of, and which roles are: those that can do something about it. */
export const NOTICES = {
  online_payment_late: THE_DESK,
  plugin_requested: WHO_MANAGES,
  plugin_token_ending: WHO_MANAGES,
  plugin_update_pending: WHO_MANAGES,
  webhook_endpoint_disabled: WHO_MANAGES,
  security_event: WHO_MANAGES,
  /** Of the person's own login: to them alone. */
  own_login: STAFF_ROLES,
} as const satisfies Record<string, readonly StaffRole[]>

export type NoticeKind = keyof typeof NOTICES

const isNoticeKind = (name: string): name is NoticeKind => Object.hasOwn(NOTICES, name)
export const NOTICE_KINDS: readonly NoticeKind[] = Object.keys(NOTICES).filter(isNoticeKind)

/** The kinds that a role is told of. */
export const noticesFor = (role: StaffRole): NoticeKind[] =>
  NOTICE_KINDS.filter(kind => NOTICES[kind].some(told => told === role))

const { operation } = family('Notices', { read: anyMember, write: anyMember, sight: 'clinic' })

export const Notice = shape('notice', {
  id: Id,
  kind: OneOf(NOTICE_KINDS),
  createdAt: Timestamp,
  invoiceId: MaybeId,
  invoiceNumber: MaybeInteger,
  amount: MaybeNumber,
  credit: MaybeNumber,
  currency: MaybeText,
  installationId: described(
    MaybeId,
    'Of the plugin that it is about, as it is installed; null where it is about none.',
  ),
  pluginSlug: MaybeText,
  askedBy: described(MaybeText, 'The name of the person who asks for the plugin.'),
  version: MaybeText,
  tokenName: described(MaybeText, 'The name of the key that ends, or how it begins.'),
  days: described(MaybeInteger, 'Within how many days the key ends.'),
  webhookEndpointId: MaybeId,
  securityEventId: MaybeId,
  alarm: Nullable(OneOf(SECURITY_EVENT_KINDS)),
})

export const listNotices = operation({
  id: 'listNotices',
  route: 'GET /notices',
  summary: 'What the people of the clinic are to look at',
  description:
    'Those that are still to be dealt with, newest first, fifty at most; each role is told of what is for it.',
  answer: 'all',
  returns: Notice,
})

export const closeNotice = operation({
  id: 'closeNotice',
  route: 'PUT /notices/:id/closed',
  summary: 'Says that a notice was dealt with',
  description: 'It is gone for everybody in the clinic. Closing it again does nothing.',
  input: { id: Id },
  changes: ['closedAt'],
  returns: shape('closedNotice', { id: Id, closed: Type.Boolean() }),
})
