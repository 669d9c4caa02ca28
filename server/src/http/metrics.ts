import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Observe } from '../db/observed-driver.ts'
import type { Timed, Timing } from '../kernel/timing.ts'
import { baselineOf } from './answer-headers.ts'
import { databaseTimes } from './database-figures.ts'
import { DURATIONS, type Figure, type Value } from './figures.ts'
import { rawRefusals } from './refuse-raw.ts'
import { BUCKETS_SECONDS, measureRequests } from './request-figures.ts'

/** Operators come by plain HTTP, on a port that is not the public one. */
const BASELINE = baselineOf('http://localhost')

/** What an operator asks of a process besides its figures. */
interface Health {
  isReady(): Promise<boolean>
  /** What is under way that lasts, a line each. */
  progress?(): Promise<string[]>
}

/** What a process counts of itself. Loaded only where an operator reads it. */
export class Metrics {
  readonly registry = new Registry()

  constructor() {
    collectDefaultMetrics({ register: this.registry })
  }

  measureRequests(app: FastifyInstance): void {
    measureRequests(this.registry, app)
  }

  /** Shows how long calls of a kind take, from now on. */
  showTimes(figure: Figure, timing: Timing): void {
    timing.listen(this.#takeTimes(figure))
  }

  /** Shows how long the database takes to answer what is asked through a driver that it observes. */
  timeDatabase(): Observe {
    return databaseTimes(this.#takeTimes(DURATIONS.database))
  }

  #takeTimes({ name, help, labels }: Figure): (timed: Timed) => void {
    const times = new Histogram({
      ...{ name, help, labelNames: [...labels], registers: [this.registry], buckets: BUCKETS_SECONDS },
    })
    return timed => times.labels(...timed.labels).observe(timed.ms / 1000)
  }

  /** Shows what a part of the process counts by itself from its start on. */
  showCounts({ name, help, labels }: Figure, counts: () => readonly Value[]): void {
    new Counter({
      ...{ name, help, labelNames: [...labels], registers: [this.registry] },
      collect() {
        this.reset()
        for (const [values, count] of counts()) this.labels(...values).inc(count)
      },
    })
  }

  /** Shows what is so when it is read; nothing while it cannot be asked. */
  showLevel({ name, help, labels }: Figure, ask: () => readonly Value[] | Promise<readonly Value[]>): void {
    new Gauge({
      ...{ name, help, labelNames: [...labels], registers: [this.registry] },
      async collect() {
        this.reset()
        const values = await Promise.try(ask).catch(() => undefined)
        for (const [of, value] of values ?? []) this.labels(...of).set(value)
        // Without labels it would be 0 instead of nothing.
        if (!values?.length && labels.length === 0) this.remove()
      },
    })
  }

  /** The same of one span of time, in milliseconds; nothing while it is not known. */
  showSpan(figure: Figure, ask: () => number | undefined): void {
    this.showLevel(figure, () => [ask()].flatMap(ms => (ms === undefined ? [] : [[[], ms / 1000] as const])))
  }

  /**
   * Serves the metrics of a process to its operator, on a port of their own that is not the public one, and beside them
   * whether it lives and is ready, for processes that serve nothing else.
   */
  async serve(port: number, host: string, { isReady, progress }: Health): Promise<Server> {
    const readyz = async (response: ServerResponse, lines: readonly string[] = []): Promise<void> => {
      const ready = await isReady()
      response.writeHead(ready ? 200 : 503).end([ready ? 'ready' : 'not ready', ...lines, ''].join('\n'))
    }
    const pages: Record<string, (response: ServerResponse) => Promise<void>> = {
      '/metrics': async response => {
        const text = await this.registry.metrics()
        response.writeHead(200, { 'content-type': this.registry.contentType }).end(text)
      },
      '/healthz': async response => void response.writeHead(200).end('ok\n'),
      '/readyz': response => readyz(response),
      '/readyz?verbose': async response => readyz(response, await progress?.().catch(() => [])),
    }
    const server = createServer({ requireHostHeader: false }, (request: IncomingMessage, response) => {
      for (const [name, value] of BASELINE) response.setHeader(name, value)
      const page = pages[request.url ?? '']
      if (!page) response.writeHead(404).end()
      else page(response).catch(() => response.writeHead(500).end())
    })
    server.on('clientError', rawRefusals(BASELINE))
    server.on('checkExpectation', (request, response) => server.emit('request', request, response))
    await once(server.listen(port, host), 'listening')
    return server
  }
}
