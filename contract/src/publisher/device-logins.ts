import { anyLogin, publisher } from '../access.ts'
import { described, Id, OneOf, shape, Text, Timestamp } from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { PUBLISHER_RIGHTS } from './roles.ts'

const { operation } = family('Device logins', { write: publisher('DEVELOPER') })

export const findDeviceLogin = operation({
  id: 'findDeviceLogin',
  route: 'GET /device-logins/waiting',
  access: anyLogin,
  summary: 'The program that shows a code and waits to be approved',
  description:
    'By the code that the person reads there. It began with POST /publisher/v1/device (RFC 8628); a code that no program shows, or that is over, is not found, and guesses have to wait.',
  input: { userCode: described(Text(8, 12), 'As it is shown, with or without the hyphen.') },
  returns: shape('deviceLogin', {
    id: Id,
    clientName: Type.String({ description: 'What the program calls itself.' }),
    address: Type.String({ description: 'From where it asked.' }),
    createdAt: described(Timestamp, 'When it asked, as a UTC instant.'),
    expiresAt: described(Timestamp, 'Until when it waits, as a UTC instant.'),
  }),
  refuses: ['not_found', 'rate_limited'],
})

const decided = shape('decidedDeviceLogin', {
  id: Id,
  clientName: Type.String({ description: 'What the program calls itself.' }),
  approved: Type.Boolean({ description: 'Whether it gets a key.' }),
})
const which = { publisherId: Id, id: Id }

export const approveDeviceLogin = operation({
  id: 'approveDeviceLogin',
  route: 'POST /:publisherId/device-logins/:id/approve',
  stepUp: true,
  summary: 'Gives a program that waits a key of the publisher',
  description:
    'It takes it with its next question. The key ends after 90 days, or 30 without use, and with the membership of the person. The right publish is given by owners alone.',
  input: {
    ...which,
    name: described(Text(1, 80), 'What the key is for, in the list of keys.'),
    rights: Type.Array(OneOf(PUBLISHER_RIGHTS), {
      minItems: 1,
      uniqueItems: true,
      description: 'What may be done with it: read, test (upload and try versions), publish.',
    }),
  },
  changes: ['approved'],
  returns: decided,
  refuses: ['not_found', 'not_permitted'],
})

export const denyDeviceLogin = operation({
  id: 'denyDeviceLogin',
  route: 'POST /:publisherId/device-logins/:id/deny',
  summary: 'Refuses a program that waits',
  description: 'It is told so, and gets nothing.',
  input: which,
  changes: ['approved'],
  returns: decided,
  refuses: ['not_found'],
})
