import { SpanKind } from '@opentelemetry/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readTraceparent } from './traceparent.ts'
import type { Traced, Tracing } from './tracing.ts'

/** What asks whether a process lives asks every few seconds. */
const HEALTH = new Set(['/healthz', '/readyz'])

/**
 * Every request is a trace of its own. Callers are strangers to the operator: what they say of a trace of theirs is kept as
 * a link, so that both can be found from each other, but it neither decides what is traced here nor adds to a trace of ours.
 */
export function traceRequests(tracing: Tracing, http: FastifyInstance): void {
  http.decorateRequest('traced', undefined)
  http.addHook('onRequest', (request, reply, done) => {
    const { url } = request.routeOptions
    if (url !== undefined && HEALTH.has(url)) return done()
    const traced = begin(tracing, request)
    request.traced = traced
    // An answer that breaks off is never told as answered.
    reply.raw.once('close', () => end(tracing, traced, request, reply))
    tracing.in(traced, done)
  })
  // What read the body was called by its connection, which belongs to no request.
  http.addHook('preValidation', (request, _reply, done) => (request.traced ? tracing.in(request.traced, done) : done()))
  http.addHook('onResponse', (request, reply, done) => {
    if (request.traced) end(tracing, request.traced, request, reply)
    done()
  })
}

function begin(tracing: Tracing, { id, method, routeOptions, headers }: FastifyRequest): Traced {
  const { url: route = 'unknown', config } = routeOptions
  const caller = readTraceparent(headers.traceparent)
  return tracing.begin(`${method} ${route}`, {
    kind: SpanKind.SERVER,
    attributes: {
      'http.request.method': method,
      'http.route': route,
      'clinic.request_id': id,
      ...(config.operation !== undefined && { 'clinic.operation': config.operation }),
    },
    ...(caller && { links: [{ context: caller }] }),
  })
}

function end(tracing: Tracing, traced: Traced, { refusal }: FastifyRequest, { statusCode }: FastifyReply): void {
  const attributes = {
    'http.response.status_code': statusCode,
    ...(refusal && { 'clinic.refusal': refusal.code }),
  }
  tracing.end(traced, attributes, statusCode >= 500 ? String(statusCode) : undefined)
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Its trace, where there is one. */
    traced: Traced | undefined
  }
}
