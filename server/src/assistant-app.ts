import type { Logger } from 'pino'
import { recordImplementations } from './api/records.ts'
import { openAccessLog } from './assistant/access-log.ts'
import { authorizationServer } from './assistant/authorization-server.ts'
import type { CallDeps } from './assistant/call-tool.ts'
import { fastPath } from './assistant/fast-path/fast-path.ts'
import { assistantHandler } from './assistant/mcp-handler.ts'
import { readOperations } from './assistant/operations.ts'
import { quota } from './assistant/quota.ts'
import { openReader } from './assistant/reader.ts'
import { resourceAt } from './assistant/resource.ts'
import { resourceServer } from './assistant/resource-server.ts'
import { DRIVERS } from './db/drivers.ts'
import { observedDriver } from './db/observed-driver.ts'
import { type Replica, watchReplica } from './db/replica.ts'
import { pooledUrl } from './db/session.ts'
import type { FileStorage } from './domain/files/file-storage.ts'
import { COUNTS, DURATIONS, LEVELS } from './http/figures.ts'
import { healthPages } from './http/health.ts'
import type { Metrics } from './http/metrics.ts'
import { httpServer } from './http/server.ts'
import { type Strangers, strangersOf } from './http/strangers.ts'
import { Tally } from './kernel/tally.ts'
import { AUDIT_FLUSHES } from './kernel/timing.ts'
import { introspectionCredential } from './kernel/values/assistant-box.ts'
import type { SecretBox } from './kernel/values/secret-box.ts'
import { addressReader } from './network/ip-allowlist.ts'
import { authorizationServerUrl, publicUrl, resourceUrl } from './settings/addresses.ts'
import type { EnvOf } from './settings/role-env.ts'
import type { Telemetry } from './tracing/telemetry.ts'

export interface AssistantOptions {
  env: EnvOf<'assistant'>
  /** Logged in as a member of clinic_reader. */
  databaseUrl: string
  /** The assistant's own: see kernel/values/assistant-box.ts. */
  box: SecretBox
  log: Logger
  metrics?: Metrics | undefined
  telemetry?: Telemetry | undefined
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
  read: nowhere,
  sealPlain: nowhere,
  reseal: nowhere,
  requireSealed: nowhere,
  close: () => undefined,
}

/** What the plugin API reads of a clinic's records, which is what tools read. */
const OPERATIONS = readOperations(recordImplementations(noStorage))

/** Puts the assistant's resource server together. It checks tokens and never makes one. */
export function buildAssistant({ env, databaseUrl, box, log, metrics, telemetry }: AssistantOptions) {
  const [issuer, id] = [publicUrl(env), resourceUrl(env)]
  const resource = resourceAt(id)
  const asked = authorizationServer({
    url: authorizationServerUrl(env),
    credential: introspectionCredential(box),
    resource: id,
  })
  const driver = observedDriver(DRIVERS[env.DATABASE_DRIVER], telemetry?.observe, metrics?.timeDatabase())
  const url = pooledUrl(databaseUrl, env.POOL_URL)
  const replica = watchReplica(driver, {
    databaseUrl,
    replicaUrl: env.REPORT_DATABASE_URL,
    maxLagMs: env.REPORT_MAX_LAG_MS,
  })
  const reader = openReader(driver, url, box, replica)
  const accessLog = openAccessLog(driver, url)
  const deps: CallDeps = {
    reader,
    accessLog,
    operations: OPERATIONS,
    quota: quota({
      callsPerMinute: env.RATE_LIMIT_ASSISTANT_PER_MINUTE,
      patientsPerDay: env.ASSISTANT_PATIENTS_PER_DAY,
      enabled: env.RATE_LIMITS,
    }),
    calls: new Tally(),
    box,
    log,
  }
  const handler = assistantHandler(deps)
  const addressOf = addressReader(env.TRUST_PROXY)
  const strangers = strangersOf(env, addressOf)
  const http = httpServer({ log, strangers, requestTimeoutMs: env.REQUEST_TIMEOUT_MS, publicUrl: id })
  metrics?.measureRequests(http)
  telemetry?.requests(http)
  if (metrics) show(metrics, { strangers, replica, calls: deps.calls })
  healthPages(http, reader.answers)
  resourceServer(http, {
    resource,
    issuer,
    authorizationServer: asked,
    strangers,
    handler,
    fastPath: fastPath(deps),
    addressOf,
  })
  return {
    http,
    resource: id,
    async close() {
      // The server ends when its last answer has, and a subscription has no end of its own.
      await Promise.all([http.close(), handler.endSubscriptions()])
      await handler.close()
      await Promise.all([asked.close(), reader.close(), accessLog.close(), replica?.close()])
    },
  }
}

interface Counted {
  strangers: Strangers
  replica: Replica | undefined
  calls: Tally
}

function show(metrics: Metrics, { strangers, replica, calls }: Counted): void {
  metrics.showCounts(COUNTS.strangers, () => strangers.counts.values())
  if (replica) metrics.showSpan(LEVELS.replicaLag, replica.lagMs)
  metrics.showTimes(DURATIONS.auditFlushes, AUDIT_FLUSHES)
  metrics.showCounts(COUNTS.assistantCalls, () => calls.values())
}
