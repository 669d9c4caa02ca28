import { cookieNamed } from '../http/cookies.ts'

const TOKEN = /^[\w-]{43}$/
/** Tabs with a pending request at the same time. */
const MAX_TOKENS = 8

/**
 * The cookie that ties requests to the browser they began in. It holds one token for each of them, so that tabs do not overwrite
 * each other's, and is Lax, since the browser comes from the client's site (specification, OAuth rule 7).
 */
export function browserTokens(issuer: string) {
  const secure = issuer.startsWith('https:')
  const name = secure ? '__Host-oauth' : 'oauth'
  const read = (header: string | undefined): string[] =>
    (cookieNamed(header, name) ?? '').split('.').filter(token => TOKEN.test(token))
  return {
    read,
    /** The Set-Cookie header that adds a token to those that the browser has. */
    adding: (header: string | undefined, token: string): string => {
      const value = [token, ...read(header)].slice(0, MAX_TOKENS).join('.')
      return `${name}=${value}; Path=/; Max-Age=900; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
    },
  }
}
