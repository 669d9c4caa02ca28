import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import { buildApp } from './app.ts'
import type { DatabaseUrls } from './databases.ts'
import type { Env } from './env.ts'
import { serveMetrics } from './http/metrics.ts'
import type { SecretBox } from './kernel/secret-box.ts'
import { startWorker } from './worker.ts'

/** What a process needs to play a role. */
export interface RoleOptions {
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

/** The processes of the platform. Any number of each may run against one database. */
export const ROLES = {
  async api({ env, urls, box, log }: RoleOptions): Promise<Running> {
    const metrics = new Registry()
    const app = await buildApp({ env, databaseUrl: urls.app, box, log, metrics })
    const metricsServer = env.METRICS_PORT > 0 ? await serveMetrics(metrics, env.METRICS_PORT, env.HOST) : undefined
    await app.http.listen({ port: env.PORT, host: env.HOST })
    const close = async () => {
      metricsServer?.close()
      await app.close()
    }
    const bound = app.http.server.address()
    const port = typeof bound === 'object' && bound ? bound.port : env.PORT
    return { address: env.BASE_URL || `http://localhost:${port}`, close }
  },
  worker: ({ env, urls, box, log }: RoleOptions): Promise<Running> =>
    startWorker({ env, databaseUrls: urls, box, log }),
} satisfies Record<string, (options: RoleOptions) => Promise<Running>>

export type RoleName = keyof typeof ROLES
export const ROLE_NAMES: readonly RoleName[] = ['api', 'worker']
