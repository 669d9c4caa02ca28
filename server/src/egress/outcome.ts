/** `aborted` is our own doing (shutdown, caller's signal) and says nothing about the receiver; it is no attempt. */
export type ErrorClass =
  | 'timeout'
  | 'connection_refused'
  | 'connection_reset'
  | 'tls'
  | 'dns'
  | 'blocked_address'
  | 'http_status'
  | 'protocol'
  | 'aborted'

/**
 * How one exchange ended. Never holds an address, a name or an error text: the user who gave the URL reads it, and would
 * learn from those what listens where.
 */
export type Outcome = {
  /** A 2xx answer, complete or cut by us at the read limit, before the deadline. */
  ok: boolean
  /** The last status seen, also where the exchange failed after it; null when none came. */
  status: number | null
  errorClass: ErrorClass | null
  /** From `Retry-After`, seconds or date (RFC 9110 section 10.2.3); null on a 2xx or when absent or unreadable. */
  retryAfterSeconds: number | null
  durationMs: number
  /** With `keepBody` only: the answer as UTF-8, at most the read limit, and whether there was more. */
  bodyExcerpt?: string
  bodyCut?: boolean
  /** With `keepBody` only. */
  cacheControl?: string | null
  /** With `keepHead` only: how the answer began, null where none came. */
  head?: AnswerHead | null
  /** With `keepHead` only, in milliseconds since the start; null where it did not come so far. */
  connectMs?: number | null
  firstByteMs?: number | null
  /** With `keepHead` only: of a connection that was made for this request, how long TLS took. */
  tlsMs?: number | null
}

/** The headers of an answer, and the beginning of its body. */
export interface AnswerHead {
  headers: NodeJS.Dict<string | string[]>
  body: Buffer
  /** Whether there was more. */
  cut: boolean
}

/** The outcome of a request that never left. */
export function unsent(errorClass: ErrorClass): Outcome {
  return { ok: false, status: null, errorClass, retryAfterSeconds: null, durationMs: 0 }
}

/** The destination is one that the policy refuses; carries no detail on purpose. */
export class BlockedAddress extends Error {
  readonly code = 'EGRESS_BLOCKED_ADDRESS'
}

/** The name has no address, or no name server answered. */
export class UnresolvedName extends Error {
  readonly code = 'EGRESS_UNRESOLVED'
}

const CLASS_OF_CODE: Record<string, ErrorClass> = {
  EGRESS_BLOCKED_ADDRESS: 'blocked_address',
  EGRESS_UNRESOLVED: 'dns',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  ECONNREFUSED: 'connection_refused',
  EHOSTUNREACH: 'connection_refused',
  ENETUNREACH: 'connection_refused',
  EADDRNOTAVAIL: 'connection_refused',
  EACCES: 'connection_refused',
  ECONNRESET: 'connection_reset',
  ECONNABORTED: 'connection_reset',
  EPIPE: 'connection_reset',
  UND_ERR_SOCKET: 'connection_reset',
  UND_ERR_CLOSED: 'aborted',
  UND_ERR_DESTROYED: 'aborted',
  EPROTO: 'tls',
}

/** OpenSSL's reasons for refusing a certificate have no common prefix; these are how they begin. */
const TLS_CODE =
  /^(ERR_TLS|ERR_SSL|ERR_OSSL|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|INVALID_|PATH_LENGTH_|HOSTNAME_)/

export function errorClassOf(error: unknown): ErrorClass {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return CLASS_OF_CODE[code] ?? (TLS_CODE.test(code) ? 'tls' : 'protocol')
}

/** Seconds until the moment a `Retry-After` header names, rounded up, never negative. */
export function retryAfterSeconds(header: string | string[] | undefined, nowMs: number): number | null {
  const value = (Array.isArray(header) ? header[0] : header)?.trim()
  if (!value) return null
  if (/^\d{1,9}$/.test(value)) return Number(value)
  if (!/^[A-Z][a-z]{2},? /.test(value)) return null
  const at = Date.parse(value)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - nowMs) / 1000))
}
