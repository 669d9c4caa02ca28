import { connect, isIP, type Socket } from 'node:net'
import { isPermittedAddress } from './address.ts'
import { BlockedAddress } from './outcome.ts'
import { dnsResolver, resolveOrFail, withHostNames } from './resolver.ts'

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
  const { resolve, cancel } = dnsResolver()
  const giveUp = setTimeout(cancel, timeoutMs)
  try {
    const known = allowPrivate ? withHostNames(resolve) : resolve
    const found = isIP(host) === 0 ? await resolveOrFail(known, host) : [{ address: host }]
    const address = found.find(each => isPermittedAddress(each.address, allowPrivate))?.address
    if (address === undefined) throw new BlockedAddress()
    return await connected(address, port, timeoutMs)
  } finally {
    clearTimeout(giveUp)
  }
}

function connected(host: string, port: number, timeoutMs: number): Promise<Socket> {
  const socket = connect({ host, port })
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => socket.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })),
      timeoutMs,
    )
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.removeListener('error', reject)
      resolve(socket)
    })
    socket.once('error', reject)
    socket.once('close', () => clearTimeout(timer))
  })
}
