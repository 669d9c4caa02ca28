import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { isPermittedAddress } from './address.ts'
import { BlockedAddress } from './outcome.ts'
import { type Resolve, resolveOrFail } from './resolver.ts'

export type ConnectorOptions = {
  resolve: Resolve
  allowPrivate: boolean
  timeoutMs: number
  /** Certificate authorities to trust instead of the public ones (PEM). */
  ca?: string
}

/** Connects only to permitted addresses: those of a name are filtered, and the one that answered is checked once more. */
export function permittedConnector(options: ConnectorOptions): buildConnector.connector {
  const connect = buildConnector({
    lookup: permittedLookup(options.resolve, options.allowPrivate),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 500,
    timeout: options.timeoutMs,
    allowH2: false,
    maxCachedSessions: 1000,
    minVersion: 'TLSv1.2',
    // Said outright, because NODE_TLS_REJECT_UNAUTHORIZED=0 would turn the default off.
    rejectUnauthorized: true,
    ca: options.ca,
  })
  return checkingRemote(connect, options.allowPrivate)
}

/** Refuses a connection whose far end is not permitted, however it came about (literals never pass through lookup). */
function checkingRemote(connect: buildConnector.connector, allowPrivate: boolean): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...result) => {
      const [error, socket] = result
      if (error || !socket || isPermittedAddress(socket.remoteAddress ?? '', allowPrivate)) return callback(...result)
      socket.destroy()
      callback(new BlockedAddress(), null)
    })
}

/** A `dns.lookup` that knows only permitted addresses. */
function permittedLookup(resolve: Resolve, allowPrivate: boolean): LookupFunction {
  return (hostname, options, callback) => {
    permittedAddresses(resolve, hostname, allowPrivate).then(
      ([first, ...rest]) => {
        if (options.all) callback(null, [first, ...rest])
        else callback(null, first.address, first.family)
      },
      error => callback(error, '', 0),
    )
  }
}

async function permittedAddresses(
  resolve: Resolve,
  hostname: string,
  allowPrivate: boolean,
): Promise<[LookupAddress, ...LookupAddress[]]> {
  const found = await resolveOrFail(resolve, hostname)
  const [first, ...rest] = found.filter(({ address }) => isPermittedAddress(address, allowPrivate))
  if (!first) throw new BlockedAddress()
  return [first, ...rest]
}
