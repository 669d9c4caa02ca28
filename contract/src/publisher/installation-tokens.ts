import { atInstallation, publisher } from '../access.ts'
import { described, Id, Optional, Text } from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { PluginToken, PluginTokenWithText } from '../staff/plugin-tokens.ts'

const { operation } = family('Installation keys', {
  read: atInstallation(publisher('DEVELOPER')),
  write: atInstallation(publisher('DEVELOPER')),
})

const HANDED_OVER = 'Of an installation in a clinic only where the clinic has handed its keys over, by a setup link.'
const which = { publisherId: Id, installationId: Id }

export const listOwnTokens = operation({
  id: 'listOwnTokens',
  route: 'GET /:publisherId/installations/:installationId/tokens',
  summary: 'The keys of an installation, newest first, without their text',
  description: HANDED_OVER,
  input: which,
  answer: 'all',
  returns: PluginToken,
  refuses: ['not_permitted'],
})

export const createOwnToken = operation({
  id: 'createOwnToken',
  route: 'POST /:publisherId/installations/:installationId/tokens',
  stepUp: true,
  summary: 'Makes a further key of an installation',
  description: `At most ten work at the same time. ${HANDED_OVER}`,
  input: {
    ...which,
    name: described(Text(1, 80), 'What it is for.'),
    expiresInDays: Optional(Type.Integer({ minimum: 1, maximum: 365, description: 'Days until it ends.' })),
  },
  returns: PluginTokenWithText,
  status: 201,
  refuses: ['not_permitted', 'invalid_state_transition'],
})

export const rotateOwnToken = operation({
  id: 'rotateOwnToken',
  route: 'POST /:publisherId/installations/:installationId/tokens/:tokenId/rotate',
  stepUp: true,
  summary: 'Replaces a key of an installation by a new one like it',
  description: `The old one works for the given hours more, unless it ends sooner. ${HANDED_OVER}`,
  input: {
    ...which,
    tokenId: Id,
    overlapHours: Optional(
      Type.Integer({ minimum: 0, maximum: 168, default: 24, description: 'Hours that the old key works on.' }),
    ),
  },
  returns: PluginTokenWithText,
  status: 201,
  refuses: ['not_permitted', 'invalid_state_transition'],
})

export const revokeOwnToken = operation({
  id: 'revokeOwnToken',
  route: 'DELETE /:publisherId/installations/:installationId/tokens/:tokenId',
  summary: 'Ends a key of an installation: from the next request on it is refused',
  description: HANDED_OVER,
  input: { ...which, tokenId: Id },
  returns: PluginToken,
  refuses: ['not_permitted'],
})
