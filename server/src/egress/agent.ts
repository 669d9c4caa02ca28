import { isIP } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { Agent } from 'undici'
import { isPermittedAddress } from './address.ts'
import { checkDestination, type DestinationCheck, type EgressPolicy, hostOf } from './destination.ts'
import { Exchange, type ExchangeEvents, type ExchangeOptions } from './exchange.ts'
import { type Outcome, unsent } from './outcome.ts'
import { openRoute, type Route, type RouteOptions } from './route.ts'

/** `allowPrivate` is the operator's leave: without it nothing reaches a private network, whatever a request's policy says. */
export type EgressOptions = RouteOptions & { allowPrivate?: boolean }

export type EgressRequest = ExchangeOptions & {
  url: string
  method: 'GET' | 'POST'
  /** Names and values in turn. */
  rawHeaders: readonly string[]
  body?: string | Uint8Array
  policy: EgressPolicy
}

/** Since the start, save `inFlight`. `reused` found a connection already open. */
export type EgressStats = { requests: number; inFlight: number; connections: number; reused: number }

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

export function createEgress(options: EgressOptions = {}): Egress {
  const counts = { requests: 0, inFlight: 0, connections: 0 }
  let startedCount = 0
  let ending: PromiseWithResolvers<void> | undefined
  const connected = () => {
    counts.connections++
  }
  const countEnd = () => {
    counts.inFlight--
    if (counts.inFlight === 0) ending?.resolve()
  }
  const publicRoute = openRoute(options, false, connected)
  const privateRoute = options.allowPrivate ? openRoute(options, true, connected) : publicRoute
  const routeFor = (policy: EgressPolicy) => (policy.allowPrivate ? privateRoute : publicRoute)

  async function send(request: EgressRequest): Promise<Outcome> {
    if (ending || request.signal?.aborted) return unsent('aborted')
    const route = routeFor(request.policy)
    const destination = route.destinationOf(request.url)
    if (destination === 'forbidden' || !(request.policy.allowHttp || destination.origin.startsWith('https:')))
      return unsent('blocked_address')
    // Before the exchange's deadline begins, for the first request waits until undici is loaded.
    const agent = route.agent()
    counts.requests++
    counts.inFlight++
    const since = performance.now()
    const started = () => {
      startedCount++
      return request.keepHead ? route.takeHandshake(destination.origin, since) : null
    }
    const outcome = await new Promise<Outcome>(ended => dispatch(agent, destination, request, { started, ended }))
    countEnd()
    return outcome
  }

  return {
    send,
    check: (url, policy) => checkResolved(routeFor(policy), url, policy.allowHttp),
    stats: () => ({ ...counts, reused: Math.max(0, startedCount - counts.connections) }),
    async close() {
      ending ??= Promise.withResolvers()
      if (counts.inFlight === 0) ending.resolve()
      await ending.promise
      await Promise.all([publicRoute.close(), privateRoute.close()])
    },
  }
}

function dispatch(
  agent: Agent,
  destination: { origin: string; path: string },
  request: EgressRequest,
  events: ExchangeEvents,
): void {
  const exchange = new Exchange(request, events)
  // Nothing here decompresses, so a small answer cannot unfold into a large one; this header asks well-behaved servers not to compress.
  const headers = [...request.rawHeaders, 'accept-encoding', 'identity']
  const { method, body } = request
  try {
    agent.dispatch({ ...destination, method, headers, body }, exchange)
  } catch (error) {
    exchange.fail(error)
  }
}

/** A person waits for this answer; a name server that needs longer counts as not answering. */
const ANSWER_WITHIN_MS = 3000

/** `checkDestination`, and then every address that the name has at this moment. */
async function checkResolved(
  { resolve, allowPrivate }: Route,
  url: string,
  allowHttp: boolean,
): Promise<DestinationCheck> {
  const destination = checkDestination(url, { allowHttp, allowPrivate })
  if (!destination.ok || isIP(hostOf(destination.url)) !== 0) return destination
  const answer = resolve(destination.url.hostname).catch(() => [])
  const addresses = await Promise.race([answer, setTimeout(ANSWER_WITHIN_MS, [], { ref: false })])
  const allowed = addresses.every(({ address }) => isPermittedAddress(address, allowPrivate))
  return allowed ? destination : { ok: false, reason: 'blocked_address' }
}
