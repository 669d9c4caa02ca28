/** The two origins of the specification's rule 6, as the server says them. */
const returnOrigins = (): readonly string[] =>
  document.querySelector<HTMLMetaElement>('meta[name="return-origins"]')?.content.split(' ') ?? []

export const returnPlace = () => ({ store: sessionStorage, origins: returnOrigins(), now: Date.now() })

/** A page of the console to go back to; never another origin, and never the login itself. */
export function safeBack(back: string | undefined): string {
  const url = URL.parse(back ?? '/', location.origin)
  if (!back?.startsWith('/') || url?.origin !== location.origin || url.pathname.startsWith('/login')) return '/'
  return url.pathname + url.search
}
