import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { recordImplementations } from '../api/records.ts'
import { openAccessLog } from '../assistant/access-log.ts'
import { allowance } from '../assistant/allowance.ts'
import { authorizationServer } from '../assistant/authorization-server.ts'
import { assistantHandler } from '../assistant/mcp-handler.ts'
import { readOperations } from '../assistant/operations.ts'
import { openReader } from '../assistant/reader.ts'
import { resourceAt } from '../assistant/resource.ts'
import { resourceServer } from '../assistant/resource-server.ts'
import type { FileStorage } from '../domain/files/file-storage.ts'
import { healthPages } from '../http/health.ts'
import type { Metrics } from '../http/metrics.ts'
import { httpServer } from '../http/server.ts'
import { introspectionCredential } from '../kernel/values/assistant-box.ts'
import type { SecretBox } from '../kernel/values/secret-box.ts'
import { clientAddress, parseRanges } from '../network/ip-allowlist.ts'
import { assistantPort, authorizationServerUrl, type Env, oauthPlaces } from '../settings/env.ts'
import { metricsOf } from './metrics-of.ts'
import type { RoleOptions, Running } from './roles.ts'

export interface AssistantOptions {
  env: Env
  /** Logged in as a member of clinic_reader. */
  databaseUrl: string
  /** The assistant's own: see kernel/assistant-box.ts. */
  box: SecretBox
  log: Logger
  metrics?: Metrics | undefined
}

const nowhere = () => Promise.reject(new Error('The assistant has no way to the bytes of files.'))
/** Files are listed, never handed out. */
const noStorage: FileStorage = {
  uploadTarget: nowhere,
  keep: nowhere,
  inspect: nowhere,
  put: nowhere,
  downloadUrl: async () => '',
  discard: nowhere,
  forget: nowhere,
  tidy: nowhere,
  close: () => undefined,
}

/** What the plugin API reads of a clinic's records, which is what tools read. */
const OPERATIONS = readOperations(recordImplementations(noStorage))

/** Puts the assistant's resource server together. It checks tokens and never makes one. */
export function buildAssistant({ env, databaseUrl, box, log, metrics }: AssistantOptions) {
  const { issuer, resource: id } = oauthPlaces(env)
  const resource = resourceAt(id)
  const asked = authorizationServer({
    url: authorizationServerUrl(env),
    credential: introspectionCredential(box),
    resource: id,
  })
  const reader = openReader(databaseUrl, box)
  const accessLog = openAccessLog(databaseUrl)
  const handler = assistantHandler({
    reader,
    accessLog,
    operations: OPERATIONS,
    allowance: allowance({
      callsPerMinute: env.RATE_LIMIT_ASSISTANT_PER_MINUTE,
      patientsPerDay: env.ASSISTANT_PATIENTS_PER_DAY,
      enabled: env.RATE_LIMITS,
    }),
    box,
    log,
  })
  const http = httpServer({ log, requestTimeoutMs: env.REQUEST_TIMEOUT_MS })
  metrics?.measureRequests(http)
  healthPages(http, reader.answers)
  const proxies = parseRanges(env.TRUST_PROXY)
  const addressOf = ({ socket, headers }: FastifyRequest) =>
    clientAddress(socket.remoteAddress, headers['x-forwarded-for'], proxies)
  resourceServer(http, { resource, issuer, authorizationServer: asked, handler, addressOf })
  return {
    http,
    resource: id,
    async close() {
      await handler.close()
      await http.close()
      await Promise.all([asked.close(), reader.close(), accessLog.close()])
    },
  }
}

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
