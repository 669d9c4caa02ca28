import { buildWorker } from '../worker.ts'
import { metricsOf } from './metrics-of.ts'
import type { RoleOptions, Running } from './role.ts'

/** Runs the worker and serves its metrics; beside an API process of the same start they are one port further. */
export async function startWorker({ env, urls, box, log }: RoleOptions): Promise<Running> {
  const metrics = await metricsOf(env)
  const worker = await buildWorker({ env, databaseUrls: urls, box, log, metrics })
  const port = env.ROLE === 'all' ? env.METRICS_PORT + 1 : env.METRICS_PORT
  const metricsServer = await metrics?.serve(port, env.HOST)
  return {
    async close() {
      metricsServer?.close()
      await worker.close()
    },
  }
}
