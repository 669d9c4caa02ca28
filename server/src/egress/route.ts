import { Agent } from 'undici'
import { permittedConnector } from './connector.ts'
import { dnsResolver, type Resolve, withHostNames } from './resolver.ts'

export type RouteOptions = {
  /** Replaces DNS; takes precedence over `dnsServers`. */
  resolver?: Resolve
  /** Name servers (`address` or `address:port`) to ask instead of the system's. */
  dnsServers?: readonly string[]
  /** Unlimited by default: many endpoints share one host, and a queue here would let a slow one delay the others. */
  connectionsPerOrigin?: number
  /** How long an idle connection is kept for a server that does not say (10 s); one that says is believed up to 30 s. */
  keepAliveMs?: number
  /** Certificate authorities to trust instead of the public ones (PEM). */
  ca?: string
}

/** Connections and names under one policy. Each policy has its own, so that no pooled connection crosses over. */
export type Route = {
  readonly agent: Agent
  readonly resolve: Resolve
  readonly allowPrivate: boolean
  /** Ends every connection and DNS question immediately. */
  close(): Promise<void>
}

const CONNECT_TIMEOUT_MS = 10_000
const KEEP_ALIVE_MS = 10_000
const KEEP_ALIVE_MAX_MS = 30_000
const MAX_HEADER_BYTES = 16_384

/** Takes no proxy from the environment: undici's plain Agent reads none. */
export function openRoute(options: RouteOptions, allowPrivate: boolean, onConnection: () => void): Route {
  const dns = dnsResolver(options.dnsServers)
  // Names that only this machine knows are found on private networks, unless the operator named the servers to ask.
  const known = allowPrivate && !options.dnsServers ? withHostNames(dns.resolve) : dns.resolve
  const resolve = options.resolver ?? known
  const connect = permittedConnector({ resolve, allowPrivate, timeoutMs: CONNECT_TIMEOUT_MS, ca: options.ca })
  const agent = new Agent({
    connect: (target, callback) =>
      connect(target, (...result) => {
        if (!result[0]) onConnection()
        callback(...result)
      }),
    connections: options.connectionsPerOrigin,
    allowH2: false,
    keepAliveTimeout: options.keepAliveMs ?? KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    // The exchange's own deadline covers headers and body.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const close = () => {
    dns.cancel()
    return agent.destroy()
  }
  return { agent, resolve, allowPrivate, close }
}
