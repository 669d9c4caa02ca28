import { buildAssistant } from '../assistant-app.ts'
import { assistantPort } from '../settings/addresses.ts'
import type { Env } from '../settings/env.ts'
import { metricsOf } from './metrics-of.ts'
import type { RoleOptions, Running } from './role.ts'

/** Metrics of the API come first, then those of the worker, then these. */
const metricsPort = (env: Env): number => (env.ROLE === 'all' ? env.METRICS_PORT + 2 : env.METRICS_PORT)

/** Serves the assistant's resource server. */
export async function startAssistant({ env, urls, box, log }: RoleOptions): Promise<Running> {
  const metrics = await metricsOf(env)
  const assistant = buildAssistant({ env, databaseUrl: urls.reader, box, log, metrics })
  const metricsServer = await metrics?.serve(metricsPort(env), env.HOST)
  await assistant.http.listen({ port: assistantPort(env), host: env.HOST })
  return {
    address: assistant.resource,
    async close() {
      metricsServer?.close()
      await assistant.close()
    },
  }
}
