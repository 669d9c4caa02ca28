import { anyLogin } from '../access.ts'
import { allOptional, MaybeTimestamp, OneOf, Optional, shape } from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { Code, LANGUAGES, Password, preferences, User } from './session.ts'

const { operation } = family('Account', { read: anyLogin, write: anyLogin })

export const SHORTEST_PASSWORD = 12
export const NewPassword = Type.String({
  minLength: SHORTEST_PASSWORD,
  maxLength: 256,
  description: 'Any characters; common passwords and those made of the own e-mail address are refused.',
})

export const RecoveryCodes = shape('recoveryCodes', {
  recoveryCodes: Type.Array(Type.String(), { description: 'Shown this once. Each is good once.' }),
})

export const updateMe = operation({
  id: 'updateMe',
  route: 'PATCH /me',
  summary: 'Changes how the own console looks and listens',
  description: 'Its language, how high its rows are, its digits, and whether single letters act: on every device.',
  input: { language: Optional(OneOf(LANGUAGES)), ...allOptional(preferences) },
  returns: User,
})

export const changePassword = operation({
  id: 'changePassword',
  route: 'POST /me/password',
  summary: 'Changes the own password',
  description: 'Ends the other sessions; connected assistants stay connected.',
  input: { current: Password, next: NewPassword },
  changes: ['password'],
  returns: shape('passwordChange', { changed: Type.Boolean(), endedSessions: Type.Integer() }),
  refuses: ['credential_wrong', 'rate_limited'],
})

export const getSecondFactor = operation({
  id: 'getSecondFactor',
  route: 'GET /me/second-factor',
  summary: 'Whether a second factor is enrolled',
  description: 'With how many recovery codes are left, so that new ones are made in time.',
  returns: shape('secondFactor', {
    enrolled: Type.Boolean(),
    recoveryCodesLeft: Type.Integer(),
    enrolledAt: MaybeTimestamp,
  }),
})

export const startSecondFactor = operation({
  id: 'startSecondFactor',
  route: 'POST /me/second-factor',
  stepUp: true,
  summary: 'Makes the secret of a second factor (TOTP, RFC 6238)',
  description: 'Counts once a code of it was given. A second factor that is enrolled already stays until then.',
  changes: ['secondFactorPending'],
  returns: shape('secondFactorSecret', { secret: Type.String(), uri: Type.String() }),
})

export const confirmSecondFactor = operation({
  id: 'confirmSecondFactor',
  route: 'POST /me/second-factor/confirm',
  summary: 'Enrols the second factor by a first code of it',
  description: 'Proves that the authenticator app has the secret. Answers the recovery codes, this once.',
  input: { code: Code },
  changes: ['secondFactor', 'recoveryCodes'],
  returns: RecoveryCodes,
  refuses: ['not_found', 'credential_wrong', 'rate_limited'],
})

export const renewRecoveryCodes = operation({
  id: 'renewRecoveryCodes',
  route: 'POST /me/second-factor/recovery-codes',
  stepUp: true,
  summary: 'Makes new recovery codes; the old ones are no good any more',
  description: 'When codes were used up or may have been seen by others. The new ones are shown this once.',
  changes: ['recoveryCodes'],
  returns: RecoveryCodes,
  refuses: ['not_found'],
})

export const removeSecondFactor = operation({
  id: 'removeSecondFactor',
  route: 'DELETE /me/second-factor',
  stepUp: true,
  summary: 'Removes the second factor',
  description:
    'The password alone is asked for from then on. Refused where a clinic of this person asks for a second factor.',
  changes: ['secondFactor', 'recoveryCodes'],
  returns: shape('removedSecondFactor', { enrolled: Type.Boolean() }),
  refuses: ['second_factor_mandatory'],
})
