import { isIP } from 'node:net'
import { isPermittedAddress } from './address.ts'
import { isRefusedPort } from './ports.ts'

/** What a caller may reach: `allowHttp` is test mode, `allowPrivate` is the operator's leave for test mode (spec, Delivery 6). */
export type EgressPolicy = { readonly allowHttp: boolean; readonly allowPrivate: boolean }

export type DestinationRefusal = 'syntax' | 'scheme' | 'credentials' | 'host' | 'blocked_address' | 'port'
export type DestinationCheck = { ok: true; url: URL } | { ok: false; reason: DestinationRefusal }

const MAX_URL_LENGTH = 2000

/** White space, controls, format characters (bidi, zero width), and the backslash that WHATWG reads as a slash. */
const NEVER_IN_A_URL = /[\s\p{C}\\]/u
const SCHEME_AND_AUTHORITY = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]+)/i
const DNS_NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/

const METADATA_NAMES = new Set([
  'metadata',
  'metadata.goog',
  'metadata.google.internal',
  'instance-data',
  'instance-data.ec2.internal',
])

/** Names that by standard or by custom never lead to the public internet (RFC 6761, 6762, 8375, ICANN .internal). */
const PRIVATE_ZONES = ['.localhost', '.local', '.localdomain', '.internal', '.intranet', '.lan', '.corp', '.home.arpa']

/**
 * Whether a request may go to `url`, as far as the text tells: names are checked again where they resolve. Says nothing
 * about an address but that it is refused.
 */
export function checkDestination(url: string, policy: EgressPolicy): DestinationCheck {
  const reason = refusalOfText(url)
  if (reason) return { ok: false, reason }
  const parsed = URL.parse(url)
  if (!parsed || parsed.href.length > MAX_URL_LENGTH) return { ok: false, reason: 'syntax' }
  const refusal = refusalOfUrl(parsed, policy)
  return refusal ? { ok: false, reason: refusal } : { ok: true, url: parsed }
}

/** What must be seen before WHATWG parsing repairs it: stripped tabs, missing slashes, an empty user name. */
function refusalOfText(url: string): DestinationRefusal | null {
  if (url.length > MAX_URL_LENGTH || NEVER_IN_A_URL.test(url)) return 'syntax'
  const [, scheme, authority] = SCHEME_AND_AUTHORITY.exec(url) ?? []
  if (!scheme || !authority) return /^(?!https?:)[a-z][a-z0-9+.-]*:/i.test(url) ? 'scheme' : 'syntax'
  return authority.includes('@') ? 'credentials' : null
}

function refusalOfUrl(url: URL, policy: EgressPolicy): DestinationRefusal | null {
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && policy.allowHttp)) return 'scheme'
  if (url.username || url.password) return 'credentials'
  const refusal = refusalOfHost(hostOf(url), policy.allowPrivate)
  if (refusal) return refusal
  return url.port && isRefusedPort(Number(url.port)) ? 'port' : null
}

/** The host as sockets take it: IPv6 without its brackets. */
export function hostOf(url: URL): string {
  return url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname
}

/** WHATWG parsing has already turned every spelling of an IPv4 literal (octal, hex, short, full-width) into dotted form. */
function refusalOfHost(host: string, allowPrivate: boolean): DestinationRefusal | null {
  if (isIP(host) !== 0) return isPermittedAddress(host, allowPrivate) ? null : 'blocked_address'
  if (METADATA_NAMES.has(host)) return 'blocked_address'
  if (!DNS_NAME.test(host)) return 'host'
  return isPrivateName(host) && !allowPrivate ? 'blocked_address' : null
}

function isPrivateName(name: string): boolean {
  return !name.includes('.') || PRIVATE_ZONES.some(zone => name.endsWith(zone))
}
