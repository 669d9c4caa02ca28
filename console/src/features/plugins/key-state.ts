import type { Returned } from '../../lib/api.ts'
import { isPast } from '../../lib/moments.ts'

export type Key = Returned<'listPluginTokens'>

/** Whether a key may be used, as a word of the texts. */
export const stateOf = ({ revokedAt, expiresAt }: Key): 'revoked' | 'ended' | 'works' =>
  isPast(revokedAt) ? 'revoked' : isPast(expiresAt) ? 'ended' : 'works'
