import { createRequire } from 'node:module'
import { isIP, type LookupFunction, Socket } from 'node:net'
import type { buildConnector } from 'undici'
import { isPermittedAddress } from './address.ts'
import { BlockedAddress } from './outcome.ts'
import { dnsResolver, permittedAddresses, type Resolve, withHostNames } from './resolver.ts'

/** undici is loaded with the first connection: every start would wait for it. */
const require = createRequire(import.meta.url)

export type ConnectorOptions = {
  resolve: Resolve
  allowPrivate: boolean
  timeoutMs: number
  /** Certificate authorities to trust instead of the public ones (PEM). */
  ca?: string
  /** Told how long TLS took on each new connection, in milliseconds. */
  onHandshake?(origin: string, ms: number): void
}

/** Connects only to permitted addresses: those of a name are filtered, and the one that answered is checked once more. */
export function permittedConnector(options: ConnectorOptions): buildConnector.connector {
  const { resolve, allowPrivate, timeoutMs, ca, onHandshake } = options
  const undici: typeof import('undici') = require('undici')
  // Families are tried in turn, so all addresses are asked for at the same time.
  const lookup: LookupFunction = (hostname, _options, callback) => {
    permittedAddresses(resolve, hostname, allowPrivate).then(
      found => callback(null, found),
      error => callback(error, []),
    )
  }
  const connect = undici.buildConnector({
    lookup,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 500,
    timeout: timeoutMs,
    allowH2: false,
    maxCachedSessions: 1000,
    minVersion: 'TLSv1.2',
    // Said outright, because NODE_TLS_REJECT_UNAUTHORIZED=0 would turn the default off.
    rejectUnauthorized: true,
    ca,
  })
  // However a connection came about, its far end is looked at: literals never pass through lookup.
  return (target, callback) => {
    let connectedAt: number | undefined
    const opening: unknown = connect(target, (...result) => {
      const [error, socket] = result
      if (error || !socket || isPermittedAddress(socket.remoteAddress ?? '', allowPrivate)) {
        if (socket && connectedAt !== undefined && target.protocol === 'https:')
          onHandshake?.(originOf(target), performance.now() - connectedAt)
        return callback(...result)
      }
      socket.destroy()
      callback(new BlockedAddress(), null)
    })
    if (opening instanceof Socket)
      opening.once('connect', () => {
        connectedAt = performance.now()
      })
  }
}

const originOf = ({ protocol, hostname, port }: buildConnector.Options): string =>
  new URL(`${protocol}//${hostname}:${port}`).origin

export interface SocketOptions {
  /** A name or an address that a user gave. */
  host: string
  port: number
  /** The operator's leave to reach private networks and this machine. */
  allowPrivate: boolean
  timeoutMs: number
}

/**
 * A connection for protocols other than HTTP: to a permitted address of the host, checked where it connects to, so that a
 * name cannot lead elsewhere in between. Rejects when there is none, or in time.
 */
export async function permittedSocket({ host, port, allowPrivate, timeoutMs }: SocketOptions): Promise<Socket> {
  if (isIP(host) !== 0 && !isPermittedAddress(host, allowPrivate)) throw new BlockedAddress()
  const dns = dnsResolver()
  const resolve = allowPrivate ? withHostNames(dns.resolve) : dns.resolve
  const connect = permittedConnector({ resolve, allowPrivate, timeoutMs })
  const { promise, ...settle } = Promise.withResolvers<Socket>()
  connect({ hostname: host, protocol: 'tcp:', port: String(port) }, (error, socket) =>
    socket ? settle.resolve(socket) : settle.reject(error),
  )
  return promise.finally(dns.cancel)
}
