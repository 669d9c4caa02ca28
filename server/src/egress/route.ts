import { createRequire } from 'node:module'
import { LRUCache } from 'lru-cache'
import type { Agent } from 'undici'
import { permittedConnector } from './connector.ts'
import { checkDestination } from './destination.ts'
import { dnsResolver, type Resolve, withHostNames } from './resolver.ts'

/** undici is loaded with the first request: every start would wait for it. */
const require = createRequire(import.meta.url)

export type RouteOptions = {
  /** Replaces DNS; takes precedence over `dnsServers`. */
  resolver?: Resolve
  /** Name servers (`address` or `address:port`) to ask instead of the system's. */
  dnsServers?: readonly string[]
  /** Unlimited by default: many endpoints share one host, and a queue here would let a slow one delay the others. */
  connectionsPerOrigin?: number
  /** Certificate authorities to trust instead of the public ones (PEM). */
  ca?: string
}

interface Opening {
  resolver: Resolve
  onHandshake(origin: string, ms: number): void
}

interface Handshake {
  at: number
  ms: number
}

/** Where a URL leads, as undici takes it. */
type Destination = { origin: string; path: string }

export type Route = ReturnType<typeof openRoute>

const REMEMBERED = 10_000
const CONNECT_TIMEOUT_MS = 10_000
/** How long an idle connection is kept for a server that does not say; one that says is believed up to KEEP_ALIVE_MAX_MS. */
const KEEP_ALIVE_MS = 10_000
const KEEP_ALIVE_MAX_MS = 30_000
const MAX_HEADER_BYTES = 16_384

/** Connections and names under one policy. Each policy has its own, so that no pooled connection crosses over. */
export function openRoute(options: RouteOptions, allowPrivate: boolean, onConnection: () => void) {
  const dns = dnsResolver(options.dnsServers)
  // Names that only this machine knows are found on private networks, unless the operator named the servers to ask.
  const known = allowPrivate && !options.dnsServers ? withHostNames(dns.resolve) : dns.resolve
  const resolve = options.resolver ?? known
  let agent: Agent | undefined
  const handshakes = new LRUCache<string, Handshake>({ max: REMEMBERED })
  const onHandshake = (origin: string, ms: number) => handshakes.set(origin, { at: performance.now(), ms })
  // Where a URL leads never changes, and the same few thousand are sent to all day.
  const destinations = new LRUCache<string, Destination | 'forbidden'>({
    max: REMEMBERED,
    memoMethod: url => {
      const check = checkDestination(url, { allowHttp: true, allowPrivate })
      return check.ok ? { origin: check.url.origin, path: check.url.pathname + check.url.search } : 'forbidden'
    },
  })
  return {
    resolve,
    allowPrivate,
    /** Where a URL leads that may be asked for on this route, over TLS or without. */
    destinationOf: (url: string) => destinations.memo(url),
    agent(): Agent {
      agent ??= openAgent({ ...options, resolver: resolve, onHandshake }, allowPrivate).on('connect', onConnection)
      return agent
    },
    /**
     * How long TLS took of the connection that was just made for a request to this origin, which waited since then; null
     * where it goes out on one that was there.
     */
    takeHandshake(origin: string, since: number): number | null {
      const last = handshakes.get(origin)
      if (!last || last.at < since) return null
      handshakes.delete(origin)
      return Math.round(last.ms)
    },
    /** Ends every connection and DNS question immediately. */
    async close(): Promise<void> {
      dns.cancel()
      await agent?.destroy()
    },
  }
}

/** Takes no proxy from the environment: undici's plain Agent reads none. */
function openAgent(options: RouteOptions & Opening, allowPrivate: boolean): Agent {
  const { connectionsPerOrigin, ca, resolver: resolve, onHandshake } = options
  const undici: typeof import('undici') = require('undici')
  return new undici.Agent({
    connect: permittedConnector({ resolve, allowPrivate, timeoutMs: CONNECT_TIMEOUT_MS, ca, onHandshake }),
    connections: connectionsPerOrigin,
    allowH2: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    // The exchange's own deadline covers headers and body.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
}
