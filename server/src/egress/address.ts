import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Where an address leads. `metadata` is everything through which a cloud machine is asked about itself, link-local
 * ranges included; `reserved` is whatever else is not globally reachable (IANA special-purpose registries).
 */
export type AddressScope = 'public' | 'private' | 'loopback' | 'metadata' | 'reserved'

/** Metadata services outside the link-local ranges: AWS, Google, Oracle, Scaleway, Alibaba, Azure. */
const METADATA_RANGES = [
  'fd00:ec2::/32',
  'fd20:ce::/64',
  'fd00:c1::/32',
  'fd00:42::/32',
  '100.100.100.200/32',
  '192.0.0.192/32',
  '168.63.129.16/32',
].map(range => ipaddr.parseCIDR(range))

/** The only part of IPv6 that is handed out for global unicast (RFC 4291 section 2.4, IANA). */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')

/** The one translation prefix that stands for the IPv4 internet itself (RFC 6052); every other one is refused. */
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96')

/** Classifies an address as sockets and resolvers spell it. What is no address, or carries a zone id, is `reserved`. */
export function addressScope(address: string): AddressScope {
  if (isIP(address) === 0 || address.includes('%')) return 'reserved'
  return scopeOf(ipaddr.parse(address))
}

/** Whether a connection may be made to this address; `allowPrivate` adds private networks and loopback, no more. */
export function isPermittedAddress(address: string, allowPrivate: boolean): boolean {
  const scope = addressScope(address)
  return scope === 'public' || (allowPrivate && (scope === 'private' || scope === 'loopback'))
}

function scopeOf(address: ipaddr.IPv4 | ipaddr.IPv6): AddressScope {
  const embedded = address instanceof ipaddr.IPv6 ? embeddedIPv4(address) : null
  if (embedded) return scopeOf(embedded)
  const range = address.range()
  if (range === 'linkLocal' || METADATA_RANGES.some(known => contains(known, address))) return 'metadata'
  if (range === 'loopback') return 'loopback'
  if (range === 'private' || range === 'uniqueLocal') return 'private'
  if (range !== 'unicast') return 'reserved'
  return address.kind() === 'ipv4' || contains(GLOBAL_UNICAST, address) ? 'public' : 'reserved'
}

/**
 * The IPv4 address that really answers: mapped (RFC 4291), NAT64 (RFC 6052), or a private one behind ISATAP (RFC 5214).
 * 6to4, Teredo, IPv4-compatible and local NAT64 prefixes never get here as public: their ranges are refused whole.
 */
function embeddedIPv4(address: ipaddr.IPv6): ipaddr.IPv4 | null {
  const [high = 0, low = 0] = address.parts.slice(6)
  const last = new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff])
  if (address.isIPv4MappedAddress() || contains(NAT64, address)) return last
  const isatap = address.parts[5] === 0x5efe && ((address.parts[4] ?? 0) & 0xfdff) === 0
  return isatap && scopeOf(last) !== 'public' ? last : null
}

function contains(range: [ipaddr.IPv4 | ipaddr.IPv6, number], address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return range[0].kind() === address.kind() && address.match(range)
}
