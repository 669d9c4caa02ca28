import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { watchEventLoop } from '../http/event-loop.ts'
import { LEVELS } from '../http/figures.ts'
import type { Metrics } from '../http/metrics.ts'
import type { SecretBox } from '../kernel/values/secret-box.ts'
import { VERSION } from '../kernel/version.ts'
import { assistantPort, publicAddress } from '../settings/addresses.ts'
import type { DatabaseUrls } from '../settings/database-urls.ts'
import type { Env } from '../settings/env.ts'
import type { EnvOf } from '../settings/role-env.ts'
import { metricsPort, type RoleName } from '../settings/roles.ts'
import type { Telemetry } from '../tracing/telemetry.ts'

/** What a process needs to run in a role. */
interface RoleOptions<Role extends RoleName> {
  env: EnvOf<Role> & Pick<Env, 'METRICS_PORT' | 'HOST' | 'ROLE'>
  urls: DatabaseUrls
  box: SecretBox
  log: Logger
  telemetry?: Telemetry | undefined
}

interface Started {
  /** Where it serves, for roles that serve. */
  address?: string
  /** Says that it is about to end, and serves on until those who send requests here have seen it. */
  drain?(): Promise<void>
  /** Rejects while the database does not answer. */
  answers(): Promise<void>
  /** What is under way that lasts, a line each. */
  progress?(): Promise<string[]>
  /** Takes nothing new, finishes what is under way, and writes down what waits to be. */
  close(): Promise<void>
}

export interface Running extends Omit<Started, 'drain'> {
  /** Drains, where clients wait for the role, and closes. */
  leave(): Promise<void>
}

type Start<Role extends RoleName> = (options: RoleOptions<Role> & { metrics: Metrics | undefined }) => Promise<Started>

/** The processes of the platform; any number of each may run against one database. Each loads only its own code. */
const ROLES: { [Role in RoleName]: () => Promise<Start<Role>> } = {
  async api() {
    const { buildApp } = await import('../app.ts')
    return async ({ env, urls, ...parts }) => {
      const { http, close } = await buildApp({ env, databaseUrl: urls.app, control: urls.control, ...parts })
      await http.listen({ port: env.PORT, host: env.HOST })
      return {
        address: publicAddress(env, http.server),
        drain: drainOf(http, env.DRAIN_MS),
        answers: () => pageAnswers(http),
        close,
      }
    }
  },
  async worker() {
    const { buildWorker } = await import('../worker.ts')
    return ({ urls, ...parts }) => buildWorker({ databaseUrls: urls, ...parts })
  },
  async assistant() {
    const { buildAssistant } = await import('../assistant-app.ts')
    return async ({ env, urls, ...parts }) => {
      const { http, resource, close } = buildAssistant({ env, databaseUrl: urls.reader, ...parts })
      await http.listen({ port: assistantPort(env), host: env.HOST })
      return { address: resource, drain: drainOf(http, env.DRAIN_MS), answers: () => pageAnswers(http), close }
    }
  },
}

/** The watch costs a timer, so it begins where it is looked at. */
function showEventLoop(metrics: Metrics): void {
  const lateness = watchEventLoop()
  metrics.showLevel(LEVELS.eventLoop, () => [[[], lateness()]])
}

async function pageAnswers(http: FastifyInstance): Promise<void> {
  const { statusCode } = await http.inject('/readyz')
  if (statusCode !== 200) throw new Error('The process is not ready.')
}

const drainOf =
  (http: FastifyInstance, ms: number): NonNullable<Started['drain']> =>
  async () => {
    http.drain()
    await delay(ms)
  }

/** Loads the code of a role; what it answers runs it, and serves its metrics where METRICS_PORT lets an operator read them. */
export async function loadRole<Role extends RoleName>(
  name: Role,
): Promise<(options: RoleOptions<Role>) => Promise<Running>> {
  const start = await ROLES[name]()
  return async options => {
    const port = metricsPort(options.env, name)
    // The library that counts is loaded only where it is wanted.
    const metrics = port > 0 ? new (await import('../http/metrics.ts')).Metrics() : undefined
    const { drain, ...started } = await start({ ...options, metrics })
    let ending = false
    const isReady = () =>
      started.answers().then(
        () => !ending,
        () => false,
      )
    const metricsServer = await metrics?.serve(port, options.env.HOST, { isReady, ...started })
    metrics?.showLevel(LEVELS.build, () => [[[VERSION], 1]])
    if (metrics) showEventLoop(metrics)
    const close = async () => {
      ending = true
      metricsServer?.close()
      await started.close()
      options.log.info('ended')
      await options.telemetry?.close()
    }
    const leave = async () => {
      options.log.info('told to end')
      await drain?.()
      await close()
    }
    return { ...started, close, leave }
  }
}
