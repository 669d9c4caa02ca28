import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import { isPermittedAddress } from './address.ts'
import { BlockedAddress, UnresolvedName } from './outcome.ts'

/** All addresses of a name. Rejects, or answers none, when there is no answer. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>

const LOOPBACK: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/**
 * Asks name servers directly (those given, or the system's) instead of getaddrinfo: that one runs on four threads, so
 * that a few dead name servers would hold up every other delivery. IPv4 comes first because many hosts have no IPv6
 * route. No caching here: an answer is used for one connection. `cancel` gives up what is still being asked.
 */
export function dnsResolver(servers?: readonly string[]): { resolve: Resolve; cancel: () => void } {
  const resolver = new Resolver({ timeout: 1500, tries: 2 })
  if (servers) resolver.setServers(servers)
  const resolve: Resolve = async hostname => {
    if (hostname === 'localhost' || hostname.endsWith('.localhost')) return LOOPBACK
    const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    return [...addresses(four, 4), ...addresses(six, 6)]
  }
  return { resolve, cancel: () => resolver.cancel() }
}

function addresses(answer: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return answer.status === 'fulfilled' ? answer.value.map(address => ({ address, family })) : []
}

/** For private networks: names that only this machine knows (hosts file, mDNS) are found too. */
export function withHostNames(resolve: Resolve): Resolve {
  return async hostname => {
    const found = await resolve(hostname)
    return found.length > 0 ? found : lookup(hostname, { all: true })
  }
}

/** Those of a name's addresses that may be connected to. One failure for every way in which a name leads nowhere. */
export async function permittedAddresses(
  resolve: Resolve,
  hostname: string,
  allowPrivate: boolean,
): Promise<LookupAddress[]> {
  const found = await resolve(hostname).catch(() => [])
  if (found.length === 0) throw new UnresolvedName()
  const permitted = found.filter(({ address }) => isPermittedAddress(address, allowPrivate))
  if (permitted.length === 0) throw new BlockedAddress()
  return permitted
}
