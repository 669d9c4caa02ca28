import { MaybeTimestamp, OneOf, Type } from '../kernel.ts'
import { Code, LANGUAGES, Password, User } from './session.ts'
import { shape, staffOperation } from './staff-operation.ts'

const tag = 'Account'

export const SHORTEST_PASSWORD = 12
export const NewPassword = Type.String({
  minLength: SHORTEST_PASSWORD,
  maxLength: 256,
  description: 'Any characters; common passwords and those made of the own e-mail address are refused.',
})

export const RecoveryCodes = shape('recoveryCodes', {
  recoveryCodes: Type.Array(Type.String(), { description: 'Shown this once. Each is good once.' }),
})

export const updateMe = staffOperation({
  id: 'updateMe',
  route: 'PATCH /me',
  access: 'login',
  tag,
  summary: 'Changes the language of the own console',
  input: { language: OneOf(LANGUAGES) },
  returns: User,
})

export const changePassword = staffOperation({
  id: 'changePassword',
  route: 'POST /me/password',
  access: 'login',
  tag,
  summary: 'Changes the own password',
  description: 'Ends the other sessions; connected assistants stay connected.',
  input: { current: Password, next: NewPassword },
  returns: shape('passwordChange', { changed: Type.Boolean(), endedSessions: Type.Integer() }),
  refuses: ['credential_wrong', 'rate_limited'],
})

export const getSecondFactor = staffOperation({
  id: 'getSecondFactor',
  route: 'GET /me/second-factor',
  access: 'login',
  tag,
  summary: 'Whether a second factor is enrolled',
  returns: shape('secondFactor', {
    enrolled: Type.Boolean(),
    recoveryCodesLeft: Type.Integer(),
    enrolledAt: MaybeTimestamp,
  }),
})

export const startSecondFactor = staffOperation({
  id: 'startSecondFactor',
  route: 'POST /me/second-factor',
  access: 'login',
  stepUp: true,
  tag,
  summary: 'Makes the secret of a second factor (TOTP, RFC 6238)',
  description: 'Counts once a code of it was given. A second factor that is enrolled already stays until then.',
  returns: shape('secondFactorSecret', { secret: Type.String(), uri: Type.String() }),
})

export const confirmSecondFactor = staffOperation({
  id: 'confirmSecondFactor',
  route: 'POST /me/second-factor/confirm',
  access: 'login',
  tag,
  summary: 'Enrols the second factor by a first code of it',
  input: { code: Code },
  returns: RecoveryCodes,
  refuses: ['not_found', 'credential_wrong', 'rate_limited'],
})

export const renewRecoveryCodes = staffOperation({
  id: 'renewRecoveryCodes',
  route: 'POST /me/second-factor/recovery-codes',
  access: 'login',
  stepUp: true,
  tag,
  summary: 'Makes new recovery codes; the old ones are no good any more',
  returns: RecoveryCodes,
  refuses: ['not_found'],
})

export const removeSecondFactor = staffOperation({
  id: 'removeSecondFactor',
  route: 'DELETE /me/second-factor',
  access: 'login',
  stepUp: true,
  tag,
  summary: 'Removes the second factor',
  returns: shape('removedSecondFactor', { enrolled: Type.Boolean() }),
  refuses: ['second_factor_mandatory'],
})

export const accountOperations = [
  updateMe,
  changePassword,
  getSecondFactor,
  startSecondFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
  removeSecondFactor,
]
