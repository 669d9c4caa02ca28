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
  headers: Readonly<Record<string, string>>
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
   * For registering an address: judges as `send` would now, but a name with even one refused address is refused. A name
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
  const publicRoute = openRoute(options, false, traffic.connected)
  const privateRoute = options.allowPrivate ? openRoute(options, true, traffic.connected) : publicRoute
  const checks = new Map<string, DestinationCheck>()
  const routeFor = (policy: EgressPolicy) => (policy.allowPrivate ? privateRoute : publicRoute)

  return {
    send: request => send(routeFor(request.policy), traffic, checks, request),
    check: (url, policy) => checkResolved(routeFor(policy), url, policy.allowHttp),
    stats: traffic.stats,
    close: async () => {
      await traffic.end()
      await Promise.all([publicRoute.close(), privateRoute.close()])
    },
  }
}

/** What a text says never changes, and the same few thousand are sent to all day. */
const REMEMBERED_CHECKS = 10_000

function checkText(checks: Map<string, DestinationCheck>, url: string, policy: EgressPolicy): DestinationCheck {
  const key = `${policy.allowHttp} ${policy.allowPrivate} ${url}`
  const known = checks.get(key)
  if (known) return known
  const check = checkDestination(url, policy)
  if (checks.size >= REMEMBERED_CHECKS) checks.clear()
  checks.set(key, check)
  return check
}

function send(
  route: Route,
  traffic: Traffic,
  checks: Map<string, DestinationCheck>,
  request: EgressRequest,
): Promise<Outcome> {
  if (traffic.ending() || request.signal?.aborted) return Promise.resolve(unsent('aborted'))
  const policy = { allowHttp: request.policy.allowHttp, allowPrivate: route.allowPrivate }
  const destination = checkText(checks, request.url, policy)
  if (destination.ok) return new Promise(settle => dispatch(route, destination.url, request, traffic.enter(settle)))
  traffic.refused()
  return Promise.resolve(unsent('blocked_address'))
}

function dispatch({ agent }: Route, url: URL, request: EgressRequest, events: ExchangeEvents): void {
  const { deadlineMs = DEADLINE_MS, readLimitBytes = READ_LIMIT_BYTES, keepBody = false, signal } = request
  const exchange = new Exchange({ deadlineMs, readLimitBytes, keepBody, signal }, events)
  // Nothing here decompresses, so a small answer cannot unfold into a large one; well-behaved servers are told.
  const headers = { ...request.headers, 'accept-encoding': 'identity' }
  const { method, body } = request
  try {
    agent.dispatch({ origin: url.origin, path: url.pathname + url.search, method, headers, body }, exchange)
  } catch (error) {
    exchange.fail(error)
  }
}
