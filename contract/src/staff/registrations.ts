import { anybody } from '../access.ts'
import { described, shape, Text } from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { NewPassword } from './account.ts'
import { LinkToken } from './password-resets.ts'

const { operation } = family('Registrations', { read: anybody, write: anybody })

const token = described(LinkToken, 'What the link of the mail ends with.')

export const registerPublisher = operation({
  id: 'registerPublisher',
  route: 'POST /registrations',
  summary: 'Sends a link to an e-mail address, by which a person who makes plugins gets a login',
  description:
    'Answers the same, and as fast, whatever the address: where a person logs in with it already the mail says so. The link is good once, for a day. Where the platform takes none there is no such path; where it takes those who are invited, the others are sent nothing.',
  input: {
    name: described(Text(1, 200), 'What the person is called.'),
    email: Type.String({ format: 'email', maxLength: 254, description: 'What the person is to log in with.' }),
  },
  changes: ['registration'],
  returns: shape('registrationRequest', {
    accepted: Type.Boolean({ description: 'That a mail is sent, if the address may register.' }),
  }),
  status: 202,
  refuses: ['not_found', 'rate_limited'],
})

export const getRegistration = operation({
  id: 'getRegistration',
  route: 'GET /registrations/:token',
  summary: 'Whose login the link of a mail makes',
  description: 'While the link is good.',
  input: { token },
  returns: shape('registration', {
    email: Type.String({ description: 'What the person will log in with.' }),
    name: Type.String({ description: 'What the person is called.' }),
  }),
  refuses: ['not_found'],
})

export const confirmRegistration = operation({
  id: 'confirmRegistration',
  route: 'POST /registrations/:token/confirm',
  summary: 'Makes the login by the link of a mail',
  description: 'With it the person logs in, and makes a publisher or accepts to belong to one.',
  input: { token, password: NewPassword },
  changes: ['login'],
  returns: shape('confirmedRegistration', {
    email: Type.String({ description: 'What the person logs in with.' }),
    confirmed: Type.Boolean({ description: 'That there is the login now.' }),
  }),
  refuses: ['not_found'],
})
