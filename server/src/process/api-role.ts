import { publicAddress } from '../app/public-address.ts'
import { buildApp } from '../app.ts'
import { metricsOf } from './metrics-of.ts'
import type { RoleOptions, Running } from './role.ts'

/** Serves the API, and its metrics where METRICS_PORT says so. */
export async function startApi({ env, urls, box, log }: RoleOptions): Promise<Running> {
  const metrics = await metricsOf(env)
  const app = await buildApp({ env, databaseUrl: urls.app, box, log, metrics })
  const metricsServer = await metrics?.serve(env.METRICS_PORT, env.HOST)
  await app.http.listen({ port: env.PORT, host: env.HOST })
  return {
    address: publicAddress(env, app.http),
    async close() {
      metricsServer?.close()
      await app.close()
    },
  }
}
