import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv4, isIPv6, SocketAddress } from 'node:net'

/** Address ranges, compiled once (per token, per process) and asked on every request. */
export interface IpRanges {
  readonly size: number
  /** Whether the address lies in one of the ranges; false for what is no address. */
  has(address: string): boolean
}

interface Cidr {
  address: string
  prefix: number
}

/**
 * The address in its one usual spelling; an IPv4 address that came mapped into IPv6 (RFC 4291 section 2.5.5.2), as
 * dual-stack sockets report it, becomes IPv4. Undefined for what is no address; a zone (`%eth0`) is dropped.
 */
export function plainAddress(text: string): string | undefined {
  if (isIPv4(text)) return text
  const mapped = mappedAddress(text) // before parsing: it is what a dual-stack socket says of every IPv4 client
  if (mapped || !isIPv6(text)) return mapped
  const { address } = new SocketAddress({ address: text.replace(/%.*/, ''), family: 'ipv6' })
  return mappedAddress(address) ?? address
}

function mappedAddress(text: string): string | undefined {
  const tail = text.startsWith('::ffff:') ? text.slice(7) : ''
  return isIPv4(tail) ? tail : undefined
}

// Stricter than the usual parsers, which read 010.0.0.0/8 as octal and 10/8 as 0.0.0.10.
function parseCidr(text: string): Cidr | undefined {
  const [, written = '', digits = ''] = /^([^/%]+)\/(0|[1-9]\d{0,2})$/.exec(text) ?? []
  const address = plainAddress(written)
  if (!address || Number(digits) > (isIPv4(written) ? 32 : 128)) return undefined
  const prefix = isIPv4(address) && !isIPv4(written) ? Number(digits) - 96 : Number(digits)
  return prefix < 0 ? undefined : { address, prefix }
}

/** Whether the text is a CIDR range, IPv4 or IPv6, as the manifest's allowedIpRanges and a token's allowlist want it. */
export function isCidr(text: string): boolean {
  return parseCidr(text) !== undefined
}

function parseSingle(text: string): Cidr | undefined {
  const address = text.includes('%') ? undefined : plainAddress(text)
  return address ? { address, prefix: isIPv4(address) ? 32 : 128 } : undefined
}

/** Compiles CIDR ranges and single addresses. Throws RangeError on anything else, so that a typing error opens nothing. */
export function parseRanges(cidrs: readonly string[]): IpRanges {
  // One list per family: a single one would find every IPv4 address in ::/0.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const text of cidrs) {
    const cidr = parseCidr(text) ?? parseSingle(text)
    if (!cidr) throw new RangeError(`not an address range: ${JSON.stringify(text)}`)
    const family = familyOf(cidr.address)
    lists[family].addSubnet(cidr.address, cidr.prefix, family)
  }
  return {
    size: cidrs.length,
    has(text) {
      const address = plainAddress(text)
      return address !== undefined && lists[familyOf(address)].check(address, familyOf(address))
    },
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6'
}

/** Specification, Authentication 4: an empty list means any source address. */
export function ipAllowed(address: string, ranges: IpRanges): boolean {
  return ranges.size === 0 || ranges.has(address)
}

// A hop may carry its port: 192.0.2.1:4711, [2001:db8::1]:4711.
function hopAddress(hop: string): string | undefined {
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(hop) ?? []
  return plainAddress(bracketed ?? dotted ?? hop)
}

/**
 * The address a request came from: the socket's, unless that is a trusted proxy; then the right-most hop of
 * X-Forwarded-For that is not one. What a client wrote further left is never believed, and a hop that is no address ends
 * the walk at the proxy that reported it. Never throws; an empty `trusted` believes no header at all.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | readonly string[] | undefined,
  trusted: IpRanges,
): string {
  let client = plainAddress(socketAddress ?? '') ?? ''
  if (!forwardedFor || trusted.size === 0) return client
  const hops = [forwardedFor].flat().join(',').split(',')
  while (hops.length > 0 && trusted.has(client)) {
    const address = hopAddress((hops.pop() ?? '').trim())
    if (!address) break
    client = address
  }
  return client
}

/** Tells where requests come from, with these proxies trusted. */
export function addressReader(proxies: readonly string[]) {
  const trusted = parseRanges(proxies)
  return ({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): string =>
    clientAddress(socket.remoteAddress, headers['x-forwarded-for'], trusted)
}
