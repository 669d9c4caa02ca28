import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { baselineOf } from './answer-headers.ts'
import { rawRefusals } from './refuse-raw.ts'
import type { Strangers } from './strangers.ts'

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Operators come by plain HTTP, on a port that is not the public one. */
const BASELINE = baselineOf('http://localhost')

/** What a process counts of itself. Loaded only where an operator reads it. */
export class Metrics {
  readonly registry = new Registry()

  constructor() {
    collectDefaultMetrics({ register: this.registry })
  }

  /**
   * Counts and times every answer by route, never by clinic, patient or installation: the number of series does not grow
   * with the number of tenants. Names as in OpenTelemetry's semantic conventions.
   */
  measureRequests(app: FastifyInstance): void {
    const duration = new Histogram({
      name: 'http_server_request_duration_seconds',
      help: 'Time from the first byte of a request to the last of its answer.',
      labelNames: ['http_request_method', 'http_route', 'http_response_status_code'],
      buckets: BUCKETS_SECONDS,
      registers: [this.registry],
    })
    app.addHook('onResponse', (request, reply, done) => {
      const { url: route = 'unknown', config } = request.routeOptions
      if (!config.stays)
        duration.labels(request.method, route, String(reply.statusCode)).observe(reply.elapsedTime / 1000)
      done()
    })
  }

  /** Counts what was refused before it was known who asked, and how much of it because its network asked too often. */
  countStrangers({ counts }: Pick<Strangers, 'counts'>): void {
    new Counter({
      name: 'clinic_stranger_requests_total',
      help: 'Requests of callers who are not known: refused, and limited by their network.',
      labelNames: ['outcome'],
      registers: [this.registry],
      collect() {
        this.reset()
        for (const [outcome, count] of Object.entries(counts)) this.inc({ outcome }, count)
      },
    })
  }

  /** Shows how many days of the audit do not fit their seals; nothing while that cannot be asked. */
  showBrokenDays(count: () => Promise<number>): void {
    new Gauge({
      name: 'clinic_audit_broken_days',
      help: 'Days of the audit, over all clinics, whose records are not as they were sealed.',
      registers: [this.registry],
      async collect() {
        this.reset()
        await count().then(
          days => this.set(days),
          () => this.remove(),
        )
      },
    })
  }

  /** Serves the metrics of a process to its operator, on a port of their own that is not the public one. */
  async serve(port: number, host: string): Promise<Server> {
    const server = createServer({ requireHostHeader: false }, (request, response) => {
      for (const [name, value] of BASELINE) response.setHeader(name, value)
      if (request.url !== '/metrics') {
        response.writeHead(404).end()
        return
      }
      this.registry.metrics().then(
        text => response.writeHead(200, { 'content-type': this.registry.contentType }).end(text),
        () => response.writeHead(500).end(),
      )
    })
    server.on('clientError', rawRefusals(BASELINE))
    server.on('checkExpectation', (request, response) => server.emit('request', request, response))
    await once(server.listen(port, host), 'listening')
    return server
  }
}
