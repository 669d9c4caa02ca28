import { parseRanges } from '../network/ip-allowlist.ts'

const MAX_URI_LENGTH = 2_000
const PRIVATE = parseRanges([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1/128',
  '::/128',
  'fc00::/7',
  'fe80::/10',
])
const LOOPBACK = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?(?:\/|$)/

const isLocal = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || PRIVATE.has(host.replace(/^\[|\]$/g, ''))

/**
 * A host in its plain spelling, without a user before it: encoded or in other letters it could turn out to be a wildcard
 * of the page's `form-action`, or end it.
 */
const HOST = /^https?:\/\/(?:[\w.-]*[\w-]|\[[\da-f:.]+\])(?::\d{1,5})?(?:[/?]|$)/i
/** A URI has no other characters (RFC 3986 section 2), and this one no fragment and no wildcard. */
const CHARACTERS = /^[!-~]+$/
const isPlain = (uri: string): boolean =>
  URL.canParse(uri) && HOST.test(uri) && CHARACTERS.test(uri) && !/[#*\\]/.test(uri)

/** Whether codes may be sent there: https, no fragment, no user, a public host that is not ours (specification, Limits 4). */
export function isRedirectUri(uri: unknown, issuer: string): uri is string {
  if (typeof uri !== 'string' || uri.length > MAX_URI_LENGTH || !uri.startsWith('https://') || !isPlain(uri))
    return false
  const url = new URL(uri)
  return url.origin !== issuer && !isLocal(url.hostname)
}

/** Whether it leads to a program on the person's own machine (RFC 8252 section 7.3). */
export const isLoopbackUri = (uri: string): boolean =>
  uri.length <= MAX_URI_LENGTH && LOOPBACK.test(uri) && isPlain(uri)

/** A loopback address without its port, which the program gets anew each time; names and addresses stay apart. */
const portless = (uri: string): string => uri.replace(/^(http:\/\/(?:\[::1\]|[^/:]+)):\d+/, '$1')

/**
 * Whether an address is one that the client registered: letter for letter, save that the port of a loopback address may
 * be any. Those are taken from clients that are known otherwise, and only where the operator allows it.
 */
export function registeredUri(
  { kind, redirect_uris: uris }: { kind: string; redirect_uris: readonly string[] },
  { loopback }: { loopback: boolean },
): (asked: string) => boolean {
  return asked => {
    if (!isLoopbackUri(asked)) return asked.startsWith('https://') && uris.includes(asked)
    return loopback && kind !== 'dcr' && uris.some(uri => isLoopbackUri(uri) && portless(uri) === portless(asked))
  }
}
