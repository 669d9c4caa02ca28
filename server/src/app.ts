import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { openConnections } from './app/connections.ts'
import { type Core, openCore } from './app/core.ts'
import { showCore } from './app/core-figures.ts'
import { addDocs } from './app/docs.ts'
import { oauthDeps } from './app/oauth.ts'
import { addAuditKeys, addCallbacks, addHealth, addPages, addPictures, payDeps } from './app/pages.ts'
import { addPlatformApi } from './app/platform-api.ts'
import { addPluginApi } from './app/plugin-api.ts'
import { addPublisherApi } from './app/publisher-api.ts'
import { addStaffApi, openLive, openLogins } from './app/staff-api.ts'
import { DRIVERS } from './db/drivers.ts'
import { observedDriver } from './db/observed-driver.ts'
import { watchReplica } from './db/replica.ts'
import { pooledUrl } from './db/session.ts'
import type { FileStorage } from './domain/files/file-storage.ts'
import { decorateRequests } from './http/admit.ts'
import type { Metrics } from './http/metrics.ts'
import { httpServer } from './http/server.ts'
import type { Implementation } from './kernel/implement.ts'
import type { SecretBox } from './kernel/values/secret-box.ts'
import { oauthApi } from './oauth/oauth-api.ts'
import { publicUrl } from './settings/addresses.ts'
import type { Control } from './settings/database-urls.ts'
import type { EnvOf } from './settings/role-env.ts'
import type { Live } from './staff/live/live.ts'
import type { Telemetry } from './tracing/telemetry.ts'

export interface AppOptions {
  env: EnvOf<'api'>
  /** Logged in as a member of clinic_app. */
  databaseUrl: string
  /** Where people log in, for a cell; without it that is here. */
  control?: Control | undefined
  box: SecretBox
  log: Logger
  /** Where this process counts what it does; no measuring without it. */
  metrics?: Metrics | undefined
  /** Who is told what this process does; no tracing without it. */
  telemetry?: Telemetry | undefined
}

export interface App {
  http: FastifyInstance
  files: FileStorage
  /** What the API can do: every operation with what it runs. */
  implementations: readonly Implementation[]
  /** Stops taking requests, finishes those it took, and closes its connections. */
  close(): Promise<void>
}

/** Puts the API process together. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { env, databaseUrl, control, box, log, metrics, telemetry } = options
  const driver = observedDriver(DRIVERS[env.DATABASE_DRIVER], telemetry?.observe, metrics?.timeDatabase())
  const replica = watchReplica(driver, {
    databaseUrl,
    replicaUrl: env.REPORT_DATABASE_URL,
    maxLagMs: env.REPORT_MAX_LAG_MS,
  })
  const pooled = pooledUrl(databaseUrl, env.POOL_URL)
  const connections = openConnections(driver, pooled, databaseUrl, { replica, control })
  const core = openCore(env, box, connections, databaseUrl, telemetry?.traceparent)
  const live = openLive(core, databaseUrl)
  await Promise.all([core.grants.start(), core.sandboxNews.start(), live.start()])
  const http = httpServer({
    log,
    strangers: core.strangers,
    requestTimeoutMs: env.REQUEST_TIMEOUT_MS,
    publicUrl: publicUrl(env),
  })
  decorateRequests(http)
  metrics?.measureRequests(http)
  telemetry?.requests(http)
  if (metrics) showCore(metrics, core)
  addHealth(http, core)
  addAuditKeys(http, core)
  addPictures(http, core)
  const pay = payDeps(http, core)
  const logins = openLogins(core)
  const { implementations, storage, world, describe } = await addPluginApi(http, core, pay)
  if (env.NODE_ENV === 'production') await storage.requireSealed()
  await addCallbacks(http, core, pay)
  addStaffApi(http, core, { ...logins, live }, world, pay)
  addPublisherApi(http, core, logins)
  addPlatformApi(http, core, logins)
  await addDocs(http, env, describe)
  await http.register(oauthApi(oauthDeps(core, logins)))
  await addPages(http, core)
  return { http, files: storage, implementations, close: () => close(http, core, storage, live) }
}

async function close(
  http: FastifyInstance,
  { grants, sandboxNews, rateLimiter, egress, countedRecords, requestLog, tokenWatch, connections }: Core,
  storage: FileStorage,
  live: Live,
): Promise<void> {
  sandboxNews.endWaiting()
  await http.close()
  storage.close()
  await Promise.all(
    [live, grants, sandboxNews, rateLimiter, egress, countedRecords, requestLog, tokenWatch].map(one => one.close()),
  )
  await connections.close()
}
