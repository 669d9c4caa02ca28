import { anybody, anyLogin } from '../access.ts'
import { described, Id, MaybeId, MaybeText, Nullable, OneOf, Optional, shape, Text, Timestamp } from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { PERMISSION_NAMES, type Permission, STAFF_ROLES } from './permissions.ts'

const { operation } = family('Session', { read: anyLogin, write: anyLogin })

export const LANGUAGES = ['en', 'ar'] as const
export const DENSITIES = ['compact', 'comfortable'] as const
export const DIGITS = ['latn', 'arab'] as const
/** What a person chooses for their own console, on every device. */
export const preferences = {
  density: Nullable(described(OneOf(DENSITIES), 'How high rows are; null leaves it to the screen.')),
  digits: described(OneOf(DIGITS), 'In which digits numbers are shown.'),
  shortcuts: Type.Boolean({ description: 'Whether single letters act, besides keys that are held with another.' }),
}
/** The clocks that people read: of 24 hours, or of 12 with the half of the day beside it. */
export const CLOCKS = [24, 12] as const
export type Clock = (typeof CLOCKS)[number]
export const ClockHours = Type.Unsafe<Clock>({
  type: 'integer',
  enum: [...CLOCKS],
  description: 'How many hours the clocks have by which the console shows times: 24, or 12 with the half of the day.',
})
export const Email = Text(1, 254)
/** What a login is tried with; how long a new one must be is said where it is set. */
export const Password = Text(1, 256)
export const Code = Text(1, 64)

export const User = shape('user', {
  id: Id,
  email: Type.String(),
  name: Type.String(),
  nameAr: MaybeText,
  language: Nullable(described(OneOf(LANGUAGES), 'As chosen; null until then.')),
  ...preferences,
  secondFactorEnrolled: Type.Boolean(),
})

const SessionClinic = shape('sessionClinic', {
  id: Id,
  name: Type.String(),
  nameAr: MaybeText,
  sandbox: Type.Boolean(),
  timeZone: described(Type.String(), 'IANA name of the zone in which the clinic lives: the console shows its times.'),
  clock: ClockHours,
  role: OneOf(STAFF_ROLES),
  practitionerId: MaybeId,
  secondFactorRequired: Type.Boolean(),
  mayEnter: Type.Boolean({ description: 'False where the clinic asks for a second factor that the login lacks.' }),
})

export const PermissionName = Type.Unsafe<Permission>({ type: 'string', enum: [...PERMISSION_NAMES] })

export const Session = shape('session', {
  id: Id,
  state: OneOf(['ok', 'second_factor']),
  user: User,
  clinics: Type.Array(SessionClinic),
  clinic: Nullable(SessionClinic),
  permissions: Type.Array(PermissionName, {
    description: 'What the role in the current clinic permits.',
  }),
  confirmedUntil: Nullable(described(Timestamp, 'Until then nothing asks for the password or second factor again.')),
  endsAt: Timestamp,
})

export const logIn = operation({
  id: 'logIn',
  route: 'POST /session',
  access: anybody,
  summary: 'Logs in with e-mail and password',
  description:
    'Sets the cookie of the session. With the state second_factor nothing else is answered until the code was given.',
  input: { email: Email, password: Password },
  changes: ['session'],
  returns: shape('login', { state: OneOf(['ok', 'second_factor']) }),
  refuses: ['unauthenticated', 'rate_limited'],
})

export const giveSecondFactor = operation({
  id: 'giveSecondFactor',
  route: 'POST /session/second-factor',
  access: anybody,
  summary: 'Completes a login with a code of the second factor, or a recovery code',
  description: 'Follows a login whose state is second_factor. A recovery code is good once.',
  input: { code: Code },
  changes: ['session'],
  returns: shape('login', { state: OneOf(['ok', 'second_factor']) }),
  refuses: ['unauthenticated', 'rate_limited'],
})

export const getSession = operation({
  id: 'getSession',
  route: 'GET /session',
  summary: 'Who is logged in, where they work and as what, and the clinic they are in',
  description:
    'Read when the console opens: everything it shows follows from it. What the role in the current clinic permits is listed.',
  returns: Session,
})

export const enterClinic = operation({
  id: 'enterClinic',
  route: 'PUT /session/clinic',
  summary: 'Enters a clinic',
  description:
    'From then on the session works in this clinic. Where the clinic asks for a second factor, the login must have proved one.',
  input: { clinicId: Id },
  changes: ['clinic'],
  returns: Session,
  refuses: ['not_found', 'second_factor_required'],
})

export const logOut = operation({
  id: 'logOut',
  route: 'DELETE /session',
  access: anybody,
  summary: 'Logs out',
  description: 'Ends the session and removes its cookie. Without a session it does nothing.',
  changes: ['session'],
  returns: shape('logout', { state: OneOf(['ended']) }),
})

export const confirmIdentity = operation({
  id: 'confirmIdentity',
  route: 'POST /session/step-up',
  summary: 'Confirms who is at the screen, for five minutes',
  description: 'Takes a code where a second factor is enrolled, else the password.',
  input: { password: Optional(Password), code: Optional(Code) },
  changes: ['confirmedUntil'],
  returns: shape('confirmation', { until: Timestamp }),
  refuses: ['credential_wrong', 'rate_limited'],
})

export const listSessions = operation({
  id: 'listSessions',
  route: 'GET /session/sessions',
  summary: 'Where else this person is logged in',
  description: 'Each session with its address and browser, so that a strange one is noticed and ended.',
  answer: 'all',
  returns: shape('openSession', {
    id: Id,
    current: Type.Boolean(),
    createdAt: Timestamp,
    lastSeenAt: Timestamp,
    address: Type.String(),
    userAgent: MaybeText,
  }),
})

export const endSession = operation({
  id: 'endSession',
  route: 'DELETE /session/sessions/:id',
  summary: 'Ends one of the own sessions',
  description: 'That device has to log in again with its next request.',
  input: { id: Id },
  changes: ['session'],
  returns: shape('endedSession', { id: Id, ended: Type.Boolean() }),
})

export const endOtherSessions = operation({
  id: 'endOtherSessions',
  route: 'DELETE /session/sessions',
  summary: 'Ends all own sessions but this one',
  description: 'For a device that was lost: only the session that asks for it goes on.',
  changes: ['session'],
  returns: shape('endedSessions', { ended: Type.Integer() }),
})
