import { LRUCache } from 'lru-cache'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { EgressStats } from '../egress/agent.ts'
import type { Backlog } from './backlog.ts'
import type { Report } from './claim.ts'

/** Where the meter gets figures from when they are read. */
export interface Sources {
  inFlight(): number
  connections(): EgressStats
  backlog(): Promise<Backlog>
}

export type Meter = ReturnType<typeof meterOf>

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Asking the queue costs a little; several readers within this time get the same answer. */
const REMEMBER_MS = 10_000

/** Counts what a dispatcher does. No figure is kept by clinic, endpoint or event: there are too many of those. */
export function meterOf(registry: Registry) {
  const registers = [registry]
  const deliveries = new Counter({
    name: 'clinic_webhook_deliveries_total',
    help: 'Attempts and skipped deliveries by how they ended.',
    labelNames: ['outcome', 'error_class', 'mode'],
    registers,
  })
  const duration = new Histogram({
    name: 'clinic_webhook_delivery_duration_seconds',
    help: 'From the start of an attempt to its end.',
    labelNames: ['outcome'],
    buckets: SECONDS,
    registers,
  })
  const receipt = new Histogram({
    name: 'clinic_webhook_commit_to_receipt_seconds',
    help: 'From the change to the answer of the receiver, of deliveries that succeeded at the first attempt.',
    buckets: SECONDS,
    registers,
  })
  return {
    /** A claim ended; `secondsSinceDue` is how long that took from when it could first have been sent. */
    ended({ claim, ending, mode, outcome: attempt }: Report, secondsSinceDue: number): void {
      const outcome = ending.toLowerCase()
      deliveries.labels(outcome, attempt?.errorClass ?? '', mode ?? '').inc()
      if (attempt) duration.labels(outcome).observe(attempt.durationMs / 1000)
      if (ending === 'SUCCEEDED' && claim.attempts === 0 && claim.origin === 'EVENT') receipt.observe(secondsSinceDue)
    },
    watch: (sources: Sources) => watch(registry, sources),
  }
}

function watch(registry: Registry, { inFlight, connections, backlog }: Sources): void {
  const remembered = new LRUCache<'backlog', Backlog>({ max: 1, ttl: REMEMBER_MS, fetchMethod: backlog })
  new Gauge({
    name: 'clinic_webhook_in_flight',
    help: 'Attempts in flight in this process.',
    registers: [registry],
    collect() {
      this.set(inFlight())
    },
  })
  /** While the database does not answer there is nothing to show of the queue; the other figures stay. */
  const read = async () => {
    const { connections: opened, reused } = connections()
    return { ...(await remembered.forceFetch('backlog')), connections: { false: opened, true: reused } }
  }
  for (const { part, name, help, label } of LABELLED_GAUGES)
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      async collect() {
        this.reset()
        const figures = await read().catch(() => undefined)
        for (const [key, value] of Object.entries(figures?.[part] ?? {})) this.labels(key).set(value)
      },
    })
}

const LABELLED_GAUGES = [
  {
    part: 'connections',
    name: 'clinic_webhook_connections',
    help: 'Requests since the start by whether they found an open connection.',
    label: 'reused',
  },
  { part: 'states', name: 'clinic_webhook_backlog', help: 'Deliveries in the queue of all clinics.', label: 'state' },
  {
    part: 'lag',
    name: 'clinic_webhook_backlog_oldest_seconds',
    help: 'For how long the longest waiting delivery could have been sent.',
    label: 'priority',
  },
  { part: 'endpoints', name: 'clinic_webhook_endpoints', help: 'Endpoints of all clinics.', label: 'state' },
] as const
