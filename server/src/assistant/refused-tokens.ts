import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** For so long the authorization server is not asked again about a token that it refused. */
const REFUSED_MS = 5_000
const MAX_REFUSED = 10_000

export interface RefusedTokens {
  add(token: string): void
  has(token: string): boolean
}

/** The tokens refused lately, by their hashes: a token that its owner may still use elsewhere is not kept. */
export function refusedTokens(): RefusedTokens {
  const refused = new LRUCache<string, true>({ max: MAX_REFUSED, ttl: REFUSED_MS })
  /** Of the token that was refused last; while there is none, no hash need be made. */
  let refusedUntil = 0
  return {
    add(token) {
      refusedUntil = performance.now() + REFUSED_MS
      refused.set(hash('sha256', token), true)
    },
    has(token) {
      return performance.now() < refusedUntil && refused.has(hash('sha256', token))
    },
  }
}
