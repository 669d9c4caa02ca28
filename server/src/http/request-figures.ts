import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

export const BUCKETS_SECONDS = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
/** Kinds of answers, by route and status, that are told apart; each is as many series as there are buckets, and more. */
const MOST_KINDS = 160
const OTHER = 'other'

/**
 * Counts and times every answer by route, never by clinic, patient or installation: the number of series does not grow
 * with the number of tenants. Names as in OpenTelemetry's semantic conventions where there is one.
 */
export function measureRequests(registry: Registry, app: FastifyInstance): void {
  const registers = [registry]
  const duration = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: `Time from the first byte of a request to the last of its answer; beyond ${MOST_KINDS} kinds of answers the rest together, as other.`,
    labelNames: ['http_request_method', 'http_route', 'http_response_status_code'],
    buckets: BUCKETS_SECONDS,
    registers,
  })
  const active = new Gauge({ name: 'http_server_active_requests', help: 'Requests under way.', registers })
  const counter = (name: string, help: string, label: string) =>
    new Counter({ name, help, labelNames: [label], registers })
  const refused = counter(
    'clinic_auth_failures_total',
    'Requests of who is not known or may not, by error code.',
    'code',
  )
  const limited = counter('clinic_rate_limited_total', 'Requests that came too often, by what they asked for.', 'class')
  const keyed = counter('clinic_idempotency_total', 'Requests with an Idempotency-Key, by what came of it.', 'outcome')
  const kindOf = fewKinds()
  app.addHook('onRequest', (_request, _reply, done) => {
    active.inc()
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    active.dec()
    const { url: route = 'unknown', config } = request.routeOptions
    if (!config.stays)
      duration.labels(...kindOf(request.method, route, String(reply.statusCode))).observe(reply.elapsedTime / 1000)
    const code = request.refusal?.code
    if (code === 'rate_limited') limited.labels(config.rateClass ?? 'other').inc()
    else if (code && (reply.statusCode === 401 || reply.statusCode === 403)) refused.labels(code).inc()
    const outcome = outcomeOfKey(request, reply)
    if (outcome) keyed.labels(outcome).inc()
    done()
  })
}

/** The first kinds that there are keep their route; a process that has been asked for everything shows the rest as one. */
function fewKinds() {
  const known = new Set<string>()
  return (method: string, route: string, status: string): [method: string, route: string, status: string] => {
    const kind = `${method} ${route} ${status}`
    if (known.size < MOST_KINDS) known.add(kind)
    return [method, known.has(kind) ? route : OTHER, status]
  }
}

/** What became of the key of a request; nothing where it had none. */
function outcomeOfKey({ headers, refusal }: FastifyRequest, reply: FastifyReply): string | undefined {
  if (refusal?.code.startsWith('idempotency_')) return refusal.code.replace('idempotency_', '').replace('key_', '')
  if (headers['idempotency-key'] === undefined) return undefined
  if (reply.hasHeader('idempotent-replay')) return 'replayed'
  return reply.statusCode < 400 ? 'made' : 'refused'
}
