import { COUNTS, DURATIONS, LEVELS } from '@clinic/server/http/figures.ts'
import { Metrics } from '@clinic/server/http/metrics.ts'
import { Timing } from '@clinic/server/kernel/timing.ts'
import { SETTINGS } from '@clinic/server/settings/settings.ts'
import { meterOf } from '@clinic/server/webhooks/meter.ts'
import Fastify from 'fastify'
import { heading, joined } from './markdown.ts'
import type { Page } from './reference.ts'

const settingsPage = (): Page => ({
  path: 'settings',
  title: 'Settings of the platform',
  summary:
    'For those who run it: every variable of the environment, what it is where you say nothing, and which processes get it.',
  text: joined(
    'They are read once, when a process starts. One that is not what it has to be ends the start, and says what was expected. `.env.example` holds them all.',
    ...Object.entries(SETTINGS).map(([name, { help, fallback, processes }]) =>
      joined(
        heading(name, name, 3),
        help.replaceAll('<', '&lt;'),
        [`- Default: ${fallback === '' ? 'none' : `\`${fallback}\``}`, `- For: ${processes.join(', ')}`].join('\n'),
      ),
    ),
  ),
})

/** Figures of the process itself, as every program of Node has them. */
const OF_NODE = /^(?:process|nodejs)_/

/** Every figure that some process shows, from what makes it; nothing is counted here. */
export function figures() {
  const metrics = new Metrics()
  metrics.measureRequests(Fastify())
  for (const figure of Object.values(COUNTS)) metrics.showCounts(figure, () => [])
  for (const figure of Object.values(LEVELS)) metrics.showLevel(figure, () => [])
  for (const figure of Object.values(DURATIONS)) metrics.showTimes(figure, new Timing())
  meterOf(metrics.registry).watch({
    inFlight: () => 0,
    connections: () => ({ requests: 0, inFlight: 0, connections: 0, reused: 0 }),
    backlog: () => Promise.reject(new Error('There is no queue where pages are printed.')),
  })
  return metrics.registry
    .getMetricsAsArray()
    .filter(({ name }) => !OF_NODE.test(name) || name === LEVELS.eventLoop.name)
}

const labelsOf = (figure: object): string[] => {
  const names: unknown = Reflect.get(figure, 'labelNames')
  return Array.isArray(names) ? names.map(name => `\`${name}\``) : []
}

const metricsPage = (): Page => ({
  path: 'metrics',
  title: 'Metrics',
  summary: 'For those who run the platform: every figure that its processes show to Prometheus, and what it counts.',
  text: joined(
    'Each process shows its own on [METRICS_PORT](/docs/settings#METRICS_PORT), for operators alone: the API those of requests, the worker those of webhooks, jobs and the audit, the assistant those of tools. `/healthz` and `/readyz` are answered there, too, also by the worker, which serves nothing else. No figure is kept by clinic, plugin, endpoint or event, so their number does not grow with the tenants. A delivery is made in the transaction of its change, so there is no outbox that could be behind: how long deliveries wait is `clinic_webhook_backlog_oldest_seconds`. Besides there are those that every program of Node has (`process_…`, `nodejs_…`).',
    ...figures().map(figure => {
      const labels = labelsOf(figure)
      const told = `*${Reflect.get(figure, 'type')}*${labels.length > 0 ? ` · by ${labels.join(', ')}` : ''}`
      return joined(heading(figure.name, figure.name, 3), figure.help, told)
    }),
  ),
})

/** What operators look up: printed from the settings and from what counts. */
export const operatingPages = (): Page[] => [settingsPage(), metricsPage()]
