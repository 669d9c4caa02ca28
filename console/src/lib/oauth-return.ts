/** A flow of the authorization server lives as long. */
const LIFE_MS = 15 * 60_000
const KEY = 'oauth_return'
const LEFT = 'oauth_return.left'

/**
 * The specification's rule 6: only where its origin exactly equals one of the two allowed ones. Parsed as the browser
 * itself will parse it, so that no spelling means one thing here and another there.
 */
export function allowedReturn(value: string, origins: readonly string[]): string | undefined {
  if (!/^https?:\/\/[^\\\s\p{Cc}]+$/iu.test(value)) return undefined
  const url = URL.parse(value)
  if (url === null || url.username !== '' || url.password !== '') return undefined
  return origins.includes(url.origin) ? url.href : undefined
}

interface Place {
  search: string
  store: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  origins: readonly string[]
  now: number
}

/** Remembers `oauth_return` of this address if it is allowed, and answers the query without it. */
export function rememberReturn({ search, store, origins, now }: Place): string {
  const query = new URLSearchParams(search)
  const given = query.getAll('oauth_return')
  if (given.length === 0) return search
  const target = given.length === 1 ? allowedReturn(given[0] ?? '', origins) : undefined
  if (target === undefined) store.removeItem(KEY)
  else store.setItem(KEY, JSON.stringify({ target, at: now }))
  query.delete('oauth_return')
  return query.size === 0 ? '' : `?${query}`
}

/** Where to go once the login is complete, if it was asked for lately; still there, should the page be loaded anew. */
export function pendingReturn({ store, origins, now }: Omit<Place, 'search'>): string | undefined {
  const { target, at } = read(store.getItem(KEY))
  if (now - at > LIFE_MS) store.removeItem(KEY)
  return now - at > LIFE_MS ? undefined : allowedReturn(target, origins)
}

/** Takes it; `again` where this tab has just been there and was sent back, which would go on for ever. */
export function takeReturn(place: Omit<Place, 'search'>): { target: string; again: boolean } | undefined {
  const target = pendingReturn(place)
  if (target === undefined) return undefined
  const left = read(place.store.getItem(LEFT))
  place.store.removeItem(KEY)
  place.store.setItem(LEFT, JSON.stringify({ target, at: place.now }))
  return { target, again: left.target === target && place.now - left.at < 30_000 }
}

function read(text: string | null): { target: string; at: number } {
  const stored: { target?: unknown; at?: unknown } = JSON.parse(text ?? '{}')
  return { target: String(stored.target ?? ''), at: Number(stored.at ?? 0) }
}
