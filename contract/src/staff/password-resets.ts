import { anybody } from '../access.ts'
import { shape, Text } from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { NewPassword } from './account.ts'
import { Email } from './session.ts'

const { operation } = family('Password resets', { write: anybody })
/** What a mail's link ends with. */
export const LinkToken = Text(43, 43)

export const requestPasswordReset = operation({
  id: 'requestPasswordReset',
  route: 'POST /password-resets',
  summary: 'Sends a link for a new password to an e-mail address, if a person logs in with it',
  description: 'Answers the same, and as fast, whether there is one. The link is good once, for thirty minutes.',
  input: { email: Email },
  changes: ['passwordReset'],
  returns: shape('passwordResetRequest', { accepted: Type.Boolean() }),
  status: 202,
  refuses: ['rate_limited'],
})

export const resetPassword = operation({
  id: 'resetPassword',
  route: 'POST /password-resets/:token',
  summary: 'Sets a new password by the link of a mail',
  description:
    'Ends all sessions and disconnects all own assistants. A second factor is still asked for at the next login.',
  input: { token: LinkToken, password: NewPassword },
  changes: ['password'],
  returns: shape('passwordReset', { changed: Type.Boolean() }),
  refuses: ['not_found'],
})
