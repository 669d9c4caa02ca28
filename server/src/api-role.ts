import { Registry } from 'prom-client'
import { buildApp } from './app.ts'
import { serveMetrics } from './http/metrics.ts'
import { publicAddress } from './http/public-address.ts'
import type { RoleOptions, Running } from './roles.ts'

/** Serves the API, and its metrics where METRICS_PORT says so. */
export async function playApi({ env, urls, box, log }: RoleOptions): Promise<Running> {
  const metrics = new Registry()
  const app = await buildApp({ env, databaseUrl: urls.app, box, log, metrics })
  const metricsServer = env.METRICS_PORT > 0 ? await serveMetrics(metrics, env.METRICS_PORT, env.HOST) : undefined
  await app.http.listen({ port: env.PORT, host: env.HOST })
  return {
    address: publicAddress(env, app.http),
    async close() {
      metricsServer?.close()
      await app.close()
    },
  }
}
