import { permission } from '../access.ts'
import { described, Id, MaybeId, MaybeText, MaybeTimestamp, Optional, shape, Text, Timestamp } from '../fields.ts'
import { family, Type } from '../kernel.ts'

const manage = permission('plugins:manage')
const { operation } = family('Plugin keys', { read: manage, write: manage, sight: 'clinic' })

export const AddressRanges = Type.Array(Text(1, 50), {
  maxItems: 50,
  description: 'From where it may be used, such as 203.0.113.0/24; empty is any address.',
})
const expiresInDays = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  minimum: 1,
  maximum: 365,
  description: 'Days until it ends; null is without end.',
})
const name = described(Text(1, 80), 'What it is for, so that people can tell keys apart.')

const tokenFields = {
  id: Id,
  name: MaybeText,
  hint: Type.String({ description: 'How it begins; the rest is not kept.' }),
  allowedIpRanges: described(Type.Array(Type.String()), 'From where it may be used; empty is any address.'),
  createdBy: described(MaybeId, 'Who made it: id of a member of staff; null where nobody of the clinic did.'),
  createdAt: Timestamp,
  expiresAt: MaybeTimestamp,
  revokedAt: MaybeTimestamp,
  lastUsedAt: described(
    MaybeTimestamp,
    'When a request with it was last answered, to the minute; null before the first.',
  ),
  lastAddress: described(MaybeText, 'From where that request came; null before the first.'),
}

export const PluginToken = shape('pluginToken', tokenFields)
export const PluginTokenWithText = shape('pluginTokenWithText', {
  ...tokenFields,
  token: Type.String({ description: 'The key itself. Shown this once.' }),
})

export const listPluginTokens = operation({
  id: 'listPluginTokens',
  route: 'GET /installations/:id/tokens',
  summary: 'The keys of a plugin, newest first, without their text',
  description: 'Those that ended are listed, too, with when.',
  input: { id: Id },
  answer: 'all',
  returns: PluginToken,
})

export const createPluginToken = operation({
  id: 'createPluginToken',
  route: 'POST /installations/:id/tokens',
  stepUp: true,
  summary: 'Makes a further key of a plugin',
  description: 'At most ten work at the same time.',
  input: { id: Id, name, expiresInDays: Optional(expiresInDays), allowedIpRanges: Optional(AddressRanges) },
  returns: PluginTokenWithText,
  status: 201,
  refuses: ['invalid_state_transition'],
})

export const rotatePluginToken = operation({
  id: 'rotatePluginToken',
  route: 'POST /installations/:id/tokens/:tokenId/rotate',
  stepUp: true,
  summary: 'Replaces a key by a new one like it',
  description: 'The old one works for the given hours more, unless it ends sooner.',
  input: {
    id: Id,
    tokenId: Id,
    overlapHours: Optional(
      Type.Integer({ minimum: 0, maximum: 168, default: 24, description: 'Hours that the old key works on.' }),
    ),
  },
  returns: PluginTokenWithText,
  status: 201,
  refuses: ['invalid_state_transition'],
})

export const updatePluginToken = operation({
  id: 'updatePluginToken',
  route: 'PATCH /installations/:id/tokens/:tokenId',
  stepUp: true,
  summary: 'Renames a key, or lets it end sooner',
  description: 'A key that was revoked or has ended stays as it is.',
  input: {
    id: Id,
    tokenId: Id,
    name: Optional(name),
    expiresAt: Optional(described(Timestamp, 'When it ends: sooner than now set, never later.')),
  },
  returns: PluginToken,
})

export const revokePluginToken = operation({
  id: 'revokePluginToken',
  route: 'DELETE /installations/:id/tokens/:tokenId',
  summary: 'Ends a key: from the next request on it is refused',
  description: 'It cannot be taken back; the other keys of the plugin work on.',
  input: { id: Id, tokenId: Id },
  returns: PluginToken,
})
