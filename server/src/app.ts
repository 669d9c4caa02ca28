import { join } from 'node:path'
import { PATHS } from '@clinic/console/app/paths.ts'
import { API_VERSION } from '@clinic/contract/api-version.ts'
import { events } from '@clinic/contract/index.ts'
import { openapi } from '@clinic/contract/openapi.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { analytics } from './api/analytics.ts'
import { appointments } from './api/appointments.ts'
import { availability } from './api/availability.ts'
import { bookkeeping } from './api/bookkeeping.ts'
import { branches } from './api/branches.ts'
import { claims } from './api/claims.ts'
import { clinic } from './api/clinic.ts'
import { communications } from './api/communications.ts'
import { conversations } from './api/conversations.ts'
import { eInvoices } from './api/einvoices.ts'
import { encounters } from './api/encounters.ts'
import { events as eventRecords } from './api/events.ts'
import { feedback } from './api/feedback.ts'
import { files } from './api/files.ts'
import { forms } from './api/forms.ts'
import { installation } from './api/installation.ts'
import { insurance } from './api/insurance.ts'
import { inventory } from './api/inventory.ts'
import { invoices } from './api/invoices.ts'
import { labs } from './api/labs.ts'
import { leads } from './api/leads.ts'
import { loyalty } from './api/loyalty.ts'
import { medications } from './api/medications.ts'
import { onlinePayments } from './api/online-payments.ts'
import { patients } from './api/patients.ts'
import { payments } from './api/payments.ts'
import { practitioners } from './api/practitioners.ts'
import { prescriptions } from './api/prescriptions.ts'
import { procedures } from './api/procedures.ts'
import { quotations } from './api/quotations.ts'
import { tasks } from './api/tasks.ts'
import { treatments } from './api/treatments.ts'
import { webhookEndpoints } from './api/webhook-endpoints.ts'
import { messageCallbacks } from './callbacks/message-callbacks.ts'
import { paymentCallbacks } from './callbacks/payment-callbacks.ts'
import { DRIVERS } from './db/drivers.ts'
import type { FileStorage } from './domain/files/file-storage.ts'
import { sessionOf } from './domain/staff/session.ts'
import type { StaffDeps } from './domain/staff/staff-deps.ts'
import { lazyEgress } from './egress/lazy-egress.ts'
import { brandFiles } from './http/brand/brand-files.ts'
import { consolePages } from './http/console/console-pages.ts'
import { docsPages } from './http/docs/docs-pages.ts'
import { Grants } from './http/grants.ts'
import { healthPages } from './http/health.ts'
import type { Metrics } from './http/metrics.ts'
import { mount } from './http/mount.ts'
import { publicAddress } from './http/public-address.ts'
import { createRateLimiter } from './http/rate-limit.ts'
import { httpServer } from './http/server.ts'
import { auditLog } from './kernel/audit.ts'
import { signedCursors } from './kernel/cursor.ts'
import { findClinic } from './kernel/find-clinic.ts'
import type { Implementation } from './kernel/implement.ts'
import { numberSeries } from './kernel/numbers.ts'
import { onPlatform } from './kernel/platform.ts'
import { transactions } from './kernel/transactions.ts'
import type { SecretBox } from './kernel/values/secret-box.ts'
import { wakeUpCall } from './kernel/wake-up.ts'
import { clientAddress, parseRanges } from './network/ip-allowlist.ts'
import { asAuthorizationServer } from './oauth/as-authorization-server.ts'
import { documentFetcher } from './oauth/client-document.ts'
import { clientFinder } from './oauth/clients.ts'
import { limiter } from './oauth/limits.ts'
import { oauthApi } from './oauth/oauth-api.ts'
import type { OAuthDeps } from './oauth/oauth-deps.ts'
import { linkOf } from './pay/pay-context.ts'
import { payDeps } from './pay/pay-deps.ts'
import { payPages } from './pay/pay-pages.ts'
import { fileRoutes } from './providers/files/file-routes.ts'
import { openStorage } from './providers/files/open-storage.ts'
import { messageCarriers } from './providers/messages/carriers.ts'
import { consoleOrigins, oauthPlaces, publicUrl, returnOrigins } from './settings/addresses.ts'
import { type Env, localWebhooks } from './settings/env.ts'
import { sessionCookie } from './staff/session-cookie.ts'
import { staffApi } from './staff/staff-api.ts'
import { checkEndpointUrl } from './webhooks/check-endpoint-url.ts'

export interface AppOptions {
  env: Env
  /** Logged in as a member of clinic_app. */
  databaseUrl: string
  box: SecretBox
  log: Logger
  /** Where this process counts what it does; no measuring without it. */
  metrics?: Metrics | undefined
}

export interface App {
  http: FastifyInstance
  files: FileStorage
  /** What the API can do: every operation with what it runs. */
  implementations: readonly Implementation[]
  /** Stops taking requests, finishes those it took, and closes its connections. */
  close(): Promise<void>
}

const families = [
  ...patients,
  ...appointments,
  ...invoices,
  ...payments,
  ...treatments,
  ...availability,
  ...clinic,
  ...branches,
  ...practitioners,
  ...procedures,
  ...medications,
  ...installation,
  ...labs,
  ...quotations,
  ...prescriptions,
  ...insurance,
  ...claims,
  ...eInvoices,
  ...leads,
  ...communications,
  ...conversations,
  ...bookkeeping,
  ...forms,
  ...encounters,
  ...loyalty,
  ...eventRecords,
  ...feedback,
  ...tasks,
  ...inventory,
  ...analytics,
]

const CONSOLE = join(import.meta.dirname, '../../console/dist')

/** Connections that all requests read on; see reference figures in bench/README.md. */
const READERS = 2
const WRITERS = 16
const REPORTERS = 4

/** Puts the API process together. */
export async function buildApp({ env, databaseUrl, box, log, metrics }: AppOptions): Promise<App> {
  const driver = DRIVERS[env.DATABASE_DRIVER]
  const readers = driver.readers(databaseUrl, 'clinic reads', READERS)
  const audits = driver.connections(databaseUrl, 'clinic audit', 1)
  const counters = driver.connections(databaseUrl, 'clinic counters', 1, '-c synchronous_commit=off')
  const logins = driver.connections(databaseUrl, 'clinic logins', 1)
  // What is noted of a token's use may be lost in a crash; asking about tokens must not wait for the disk.
  const tokens = driver.connections(databaseUrl, 'clinic tokens', 2, '-c synchronous_commit=off')
  const writers = driver.transactions(databaseUrl, 'clinic writes', WRITERS)
  const reporters = driver.reports(databaseUrl, 'clinic reports', REPORTERS)
  const grants = new Grants(counters, databaseUrl)
  const rateLimiter = createRateLimiter({
    query: async ({ name, text }, values) => ({ rows: await counters.run({ name, text, values }) }),
    limits: {
      read: { perMinute: env.RATE_LIMIT_READ_PER_MINUTE, burst: env.RATE_LIMIT_READ_BURST },
      write: { perMinute: env.RATE_LIMIT_WRITE_PER_MINUTE, burst: env.RATE_LIMIT_WRITE_BURST },
      message: { perMinute: env.RATE_LIMIT_MESSAGE_PER_MINUTE, burst: env.RATE_LIMIT_MESSAGE_BURST },
    },
    enabled: env.RATE_LIMITS,
  })
  const deps = {
    grants,
    rateLimiter,
    trustedProxies: parseRanges(env.TRUST_PROXY),
    box,
    recordAudit: auditLog(audits),
    transactions: transactions({
      readers,
      writers,
      reporters,
      cursors: signedCursors(box),
      box,
      takeNumber: numberSeries(counters),
      onEvents: wakeUpCall(counters),
    }),
  }
  const clinicById = findClinic(readers)
  const carriers = messageCarriers({
    env,
    box,
    // Messages are sent by the worker; here carriers are only listened to.
    inClinic: () => Promise.reject(new Error('Nothing is sent while a carrier is listened to.')),
  })
  const egress = lazyEgress({ allowPrivate: localWebhooks(env) })
  await grants.start()
  const http = httpServer({ log, requestTimeoutMs: env.REQUEST_TIMEOUT_MS })
  metrics?.measureRequests(http)
  healthPages(http, async () => void (await counters.run({ name: 'ready', text: 'select 1', values: [] })))
  const pay = payDeps(http, {
    env,
    box,
    transactions: deps.transactions,
    connections: counters,
    findClinic: clinicById,
  })
  const { storage, disk } = openStorage(env, box, () => publicAddress(env, http))
  const implementations = [
    ...families,
    ...onlinePayments({ gateways: pay.gateways, linkOf: token => linkOf(pay, token) }),
    ...files(storage),
    ...webhookEndpoints(checkEndpointUrl(egress)),
  ]
  mount(http, implementations, deps)
  const addressOf = ({ socket, headers }: FastifyRequest) =>
    clientAddress(socket.remoteAddress, headers['x-forwarded-for'], deps.trustedProxies)
  if (disk) await http.register(fileRoutes, { ...deps, storage: disk, addressOf })
  const description = once(() => describe(env, implementations))
  await http.register(
    messageCallbacks({ transactions: deps.transactions, carriers, findClinic: clinicById, publicUrl: publicUrl(env) }),
  )
  await http.register(payPages(pay))
  await http.register(paymentCallbacks(pay))
  const staff: StaffDeps = { run: statement => logins.run(statement), box }
  const cookie = sessionCookie(publicUrl(env))
  await http.register(
    staffApi({
      ...staff,
      cookie,
      origins: consoleOrigins(env),
      addressOf,
      transactions: deps.transactions,
      findClinic: clinicById,
      serverUrl: publicUrl(env),
    }),
  )
  const asServer: OAuthDeps['platform'] = run => onPlatform(writers, tx => asAuthorizationServer(tx, run))
  const take = limiter(statement => logins.run(statement), env.RATE_LIMITS)
  await http.register(
    oauthApi({
      platform: asServer,
      run: statement => tokens.run(statement),
      box,
      findClient: clientFinder({
        platform: asServer,
        fetchDocument: documentFetcher(egress),
        preregistered: env.OAUTH_CLIENTS,
        issuer: publicUrl(env),
        mayRead: async () => (await take('document', '')) === 0,
      }),
      take,
      places: oauthPlaces(env),
      session: async request => {
        const token = cookie.read(request)
        return token === undefined ? undefined : sessionOf(staff, token)
      },
      originOf: request => ({ requestId: request.id, address: addressOf(request) }),
    }),
  )
  await http.register(brandFiles)
  await http.register(docsPages({ document: description }))
  await http.register(
    consolePages({
      folder: CONSOLE,
      paths: PATHS,
      returnOrigins: returnOrigins(env),
      assistantAddress: oauthPlaces(env).resource,
    }),
  )
  return {
    http,
    files: storage,
    implementations,
    async close() {
      await http.close()
      storage.close()
      await Promise.all([grants.close(), rateLimiter.close(), egress.close()])
      await Promise.all([
        readers.close(),
        audits.close(),
        counters.close(),
        logins.close(),
        tokens.close(),
        writers.close(),
        reporters.close(),
      ])
    },
  }
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** The interface as it runs here: what is not implemented is not described. */
const describe = (env: Env, implementations: readonly Implementation[]) =>
  openapi({
    serverUrl: publicUrl(env),
    version: API_VERSION,
    operations: implementations.map(({ operation }) => operation),
    events,
  })
