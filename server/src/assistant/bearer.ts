/** The credentials of a request: a token, none, or something that is no bearer token (RFC 6750 sections 2.1 and 3.1). */
export type Credentials = { token: string } | 'none' | 'malformed'

const BEARER = /^bearer(?: +(.*))?$/i
/** RFC 6750 section 2.1, b64token. */
const TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/
const MAX_LENGTH = 512

/** Reads the header alone; a token in the query is none, since addresses end up in logs (RFC 9700 section 4.3.2). */
export function credentialsOf(authorization: string | undefined): Credentials {
  const [bearer, token = ''] = BEARER.exec(authorization ?? '') ?? []
  if (bearer === undefined) return 'none'
  return TOKEN.test(token) && token.length <= MAX_LENGTH ? { token } : 'malformed'
}
