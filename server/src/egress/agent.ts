import { LRUCache } from 'lru-cache'
import { checkDestination, type DestinationCheck, type EgressPolicy } from './destination.ts'
import { Exchange, type ExchangeEvents } from './exchange.ts'
import { type Outcome, unsent } from './outcome.ts'
import { checkResolved } from './resolved-destination.ts'
import { openRoute, type Route, type RouteOptions } from './route.ts'
import { createTraffic, type EgressStats, type Traffic } from './traffic.ts'

/** `allowPrivate` is the operator's leave: without it nothing reaches a private network, whatever a request's policy says. */
export type EgressOptions = RouteOptions & { allowPrivate?: boolean }

export type EgressRequest = {
  url: string
  method: 'GET' | 'POST'
  /** Names and values in turn. */
  rawHeaders: readonly string[]
  body?: string | Uint8Array
  policy: EgressPolicy
  /** Covers name, connection, TLS, headers and body (default 10 s). */
  deadlineMs?: number
  /** Of the answer's body; what is beyond is not read and the status stands (default 64 KB). */
  readLimitBytes?: number
  keepBody?: boolean
  signal?: AbortSignal
}

/** The only way out: every request to an address that a user gave goes through here. */
export type Egress = {
  /**
   * Sends once, without following redirects. Never rejects. A 2xx counts once its body has ended or passed the read
   * limit; a body still dripping at the deadline is a timeout, because the 10 seconds cover it.
   */
  send(request: EgressRequest): Promise<Outcome>
  /**
   * For registering an address: checks as `send` would now, but a name with even one refused address is refused. A name
   * that does not resolve is taken, for it may do so later.
   */
  check(url: string, policy: EgressPolicy): Promise<DestinationCheck>
  stats(): EgressStats
  /** Takes no more, lets running exchanges end (their deadlines hold), then closes every connection. */
  close(): Promise<void>
}

const DEADLINE_MS = 10_000
const READ_LIMIT_BYTES = 65_536

export function createEgress(options: EgressOptions = {}): Egress {
  const traffic = createTraffic()
  const publicRoute = guarded(openRoute(options, false, traffic.connected))
  const privateRoute = options.allowPrivate ? guarded(openRoute(options, true, traffic.connected)) : publicRoute
  const routeFor = (policy: EgressPolicy) => (policy.allowPrivate ? privateRoute : publicRoute)

  return {
    send: request => send(routeFor(request.policy), traffic, request),
    check: (url, policy) => checkResolved(routeFor(policy).route, url, policy.allowHttp),
    stats: traffic.stats,
    close: async () => {
      await traffic.end()
      await Promise.all([publicRoute.route.close(), privateRoute.route.close()])
    },
  }
}

/** Where a URL leads, as undici takes it. */
type Destination = { origin: string; path: string }
type Read = (url: string) => Destination | 'forbidden'

/** A route, and what URLs lead to on it. */
type GuardedRoute = { route: Route; anyScheme: Read; onlyTls: Read }

const guarded = (route: Route): GuardedRoute => ({
  route,
  anyScheme: destinationReader({ allowHttp: true, allowPrivate: route.allowPrivate }),
  onlyTls: destinationReader({ allowHttp: false, allowPrivate: route.allowPrivate }),
})

const REMEMBERED = 10_000

/** Where a URL leads never changes, and the same few thousand are sent to all day. */
function destinationReader(policy: EgressPolicy): Read {
  const destinations = new LRUCache<string, ReturnType<Read>>({ max: REMEMBERED })
  return text => {
    const known = destinations.get(text)
    if (known !== undefined) return known
    const check = checkDestination(text, policy)
    const destination = check.ok
      ? { origin: check.url.origin, path: check.url.pathname + check.url.search }
      : 'forbidden'
    destinations.set(text, destination)
    return destination
  }
}

function send({ route, anyScheme, onlyTls }: GuardedRoute, traffic: Traffic, request: EgressRequest): Promise<Outcome> {
  if (traffic.ending() || request.signal?.aborted) return Promise.resolve(unsent('aborted'))
  const destination = request.policy.allowHttp ? anyScheme(request.url) : onlyTls(request.url)
  if (destination !== 'forbidden')
    return new Promise(settle => dispatch(route, destination, request, traffic.enter(settle)))
  traffic.refused()
  return Promise.resolve(unsent('blocked_address'))
}

function dispatch(
  { agent }: Route,
  { origin, path }: Destination,
  request: EgressRequest,
  events: ExchangeEvents,
): void {
  const { deadlineMs = DEADLINE_MS, readLimitBytes = READ_LIMIT_BYTES, keepBody = false, signal } = request
  const exchange = new Exchange({ deadlineMs, readLimitBytes, keepBody, signal }, events)
  // Nothing here decompresses, so a small answer cannot unfold into a large one; this header asks well-behaved servers not to compress.
  const headers = [...request.rawHeaders, 'accept-encoding', 'identity']
  const { method, body } = request
  try {
    agent.dispatch({ origin, path, method, headers, body }, exchange)
  } catch (error) {
    exchange.fail(error)
  }
}
