import type { Logger } from 'pino'
import type { Metrics } from '../http/metrics.ts'
import type { SecretBox } from '../kernel/values/secret-box.ts'
import { assistantPort, publicAddress } from '../settings/addresses.ts'
import type { DatabaseUrls } from '../settings/databases.ts'
import type { Env } from '../settings/env.ts'

/** What a process needs to run in a role. */
interface RoleOptions {
  env: Env
  urls: DatabaseUrls
  box: SecretBox
  log: Logger
}

export interface Running {
  /** Where it serves, for roles that serve. */
  address?: string
  close(): Promise<void>
}

/** In this order, with ROLE=all, the ports of their metrics follow each other. */
export const ROLE_NAMES = ['api', 'worker', 'assistant'] as const
export type RoleName = (typeof ROLE_NAMES)[number]

export const isRoleName = (name: string | undefined): name is RoleName => ROLE_NAMES.some(one => one === name)

type Start = (options: RoleOptions & { metrics: Metrics | undefined }) => Promise<Running>

/** The processes of the platform; any number of each may run against one database. Each loads only its own code. */
const ROLES: Record<RoleName, () => Promise<Start>> = {
  async api() {
    const { buildApp } = await import('../app.ts')
    return async ({ env, urls, ...parts }) => {
      const { http, close } = await buildApp({ env, databaseUrl: urls.app, ...parts })
      await http.listen({ port: env.PORT, host: env.HOST })
      return { address: publicAddress(env, http.server), close }
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
      return { address: resource, close }
    }
  },
}

/** Loads the code of a role; what it answers runs it, and serves its metrics where METRICS_PORT lets an operator read them. */
export async function loadRole(name: RoleName): Promise<(options: RoleOptions) => Promise<Running>> {
  const start = await ROLES[name]()
  return async options => {
    const { METRICS_PORT, HOST, ROLE } = options.env
    // The library that counts is loaded only where it is wanted.
    const metrics = METRICS_PORT > 0 ? new (await import('../http/metrics.ts')).Metrics() : undefined
    const running = await start({ ...options, metrics })
    const port = ROLE === 'all' ? METRICS_PORT + ROLE_NAMES.indexOf(name) : METRICS_PORT
    const metricsServer = await metrics?.serve(port, HOST)
    return {
      ...running,
      async close() {
        metricsServer?.close()
        await running.close()
      },
    }
  }
}
