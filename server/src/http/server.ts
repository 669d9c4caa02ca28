import type { IncomingMessage } from 'node:http'
import type { Issue } from '@clinic/contract/errors.ts'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import { refuseInput } from '../kernel/errors.ts'
import { newId } from '../kernel/values/ids.ts'
import { type Baseline, baselineOf, declareKept } from './answer-headers.ts'
import { declareDraining } from './draining.ts'
import { jsonBodies } from './json-body.ts'
import { PLUGIN_WORDING, problemHandler, problemOf, sendProblem } from './problems.ts'
import { logRefused, RefusalLog } from './refusal-log.ts'
import { type RefuseRaw, rawRefusals } from './refuse-raw.ts'
import { decorateStrangers, type Strangers } from './strangers.ts'
import { refuseUnknownRoutes } from './unknown-routes.ts'

export const BODY_BYTES = 1_048_576
/** How long a body may take to arrive where bodies may be large: 100 MiB at 1 Mbit/s. */
const SLOW_BODY_MS = 15 * 60_000

/** RFC 9112 section 3.2. */
const NO_HOST: Issue = { path: 'Host', code: 'required', message: 'is required' }

export interface HttpOptions {
  log: FastifyBaseLogger
  strangers: Strangers
  /**
   * A head, and then a body, that has not arrived after this long is given up, so that slow senders hold nothing. Routes
   * with `slowBody` give a body longer.
   */
  requestTimeoutMs: number
  /** Where the outside world reaches it. */
  publicUrl: string
}

/** The HTTP server with what every answer has in common: headers, request id, error envelope, limits. */
export function httpServer({ log, strangers, requestTimeoutMs, publicUrl }: HttpOptions): FastifyInstance {
  const baseline = baselineOf(publicUrl)
  const refusals = new RefusalLog(log)
  const refuseRaw = rawRefusals(baseline, refusals)
  const app = Fastify({
    // Node looks for late requests only every 30 seconds unless told.
    http: {
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.min(Math.ceil(requestTimeoutMs / 4), 1_000),
      // Node would answer without an envelope.
      requireHostHeader: false,
    },
    loggerInstance: log,
    // Whatever is logged of a request names it; a logger for each would be made for nothing.
    childLoggerFactory: logger => logger,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // What happened is in the metrics and the audit; only refusals and failures are logged.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_BYTES,
    requestTimeout: Math.max(requestTimeoutMs, SLOW_BODY_MS),
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    genReqId: () => newId('req'),
    requestIdHeader: false,
    routerOptions: { maxParamLength: 4096, ignoreTrailingSlash: false },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseRaw,
    frameworkErrors: (error, request, reply) => {
      const { code, details } = problemOf(error)
      sendProblem(withBaseline(reply, baseline), code, details)
      // No hook runs for what has no route.
      logRefused(refusals, request, reply)
    },
  })
  jsonBodies(app)
  decorateStrangers(app)
  app.decorateRequest('asker', undefined)
  app.decorateRequest('refusal', undefined)
  app.addHook('onRequest', async (request, reply) => {
    withBaseline(reply, baseline)
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') refuseInput(NO_HOST)
    if (!request.routeOptions.config.slowBody) requireBodySoon(request.raw, requestTimeoutMs, refuseRaw)
  })
  refuseUnknownRoutes(app)
  declareDraining(app)
  app.addHook('onSend', (request, reply, _payload, done) => {
    declareKept(request, reply)
    if (reply.statusCode >= 400) logRefused(refusals, request, reply)
    if (app.draining()) reply.header('connection', 'close')
    done()
  })
  servePlainExpectations(app)
  app.setErrorHandler(problemHandler(PLUGIN_WORDING, strangers))
  return app
}

/** What comes in and what goes out is checked against the contract; Fastify's own compilers are not even loaded. */
function noSchemas(): never {
  throw new Error('No route here has a schema of its own.')
}

/** Node would answer a wish that it does not know itself, and bare; it may be left unheard (RFC 9110 section 10.1.1). */
function servePlainExpectations({ server }: FastifyInstance): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}

function requireBodySoon(request: IncomingMessage, withinMs: number, refuseRaw: RefuseRaw): void {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers
  if (length === undefined && coding === undefined) return
  // As Node calls it.
  const late = () => Object.assign(new Error('The body is late.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  const timer = setTimeout(() => refuseRaw(late(), request.socket), withinMs)
  const arrived = () => clearTimeout(timer)
  request.once('end', arrived).once('close', arrived)
}

function withBaseline(reply: FastifyReply, baseline: Baseline): FastifyReply {
  for (const [name, value] of baseline) reply.header(name, value)
  return reply.header('service-request-id', reply.request.id)
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may be large, and take its time. */
    slowBody?: boolean
  }
}
