import { isIP } from 'node:net'
import { isPermittedAddress } from './address.ts'

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
 * Ports that no webhook receiver listens on and on which a request could be read as another protocol: the WHATWG Fetch
 * standard's "bad ports" (what browsers refuse), and below it the data stores and control planes that act on what an
 * HTTP request carries. Every other port is allowed: receivers do live on 8443, 3000 or 5001.
 */
const REFUSED_PORTS = new Set([
  ...[0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109],
  ...[110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530],
  ...[531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190],
  ...[5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
  ...[445, 873, 1433, 1521, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 5432, 5672, 5900, 5984, 5985, 5986, 6379, 8500],
  ...[9042, 9092, 9200, 9300, 10250, 10255, 11211, 27017],
])

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
  return url.port && REFUSED_PORTS.has(Number(url.port)) ? 'port' : null
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
