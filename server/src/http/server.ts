import { API_VERSION } from '@clinic/contract/api-version.ts'
import { ERRORS } from '@clinic/contract/errors.ts'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { newId } from '../kernel/ids.ts'
import { jsonBodies } from './json-body.ts'
import { envelope, problemOf, sendProblem } from './problems.ts'
import { refuseUnknownRoutes } from './unknown-routes.ts'

const MIB = 1_048_576
/** A request that has not arrived after this long is given up, so that slow senders hold nothing. */
const REQUEST_TIMEOUT_MS = 20_000

/** The HTTP server with what every answer has in common: version, request id, error envelope, limits. */
export function httpServer(log: FastifyBaseLogger): FastifyInstance {
  const app = Fastify({
    loggerInstance: log,
    // What happened is in the metrics and the audit; only failures are logged.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MIB,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    genReqId: () => newId('req'),
    requestIdHeader: false,
    routerOptions: { maxParamLength: 4096, ignoreTrailingSlash: false },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseRaw,
    frameworkErrors: (error, request, reply) =>
      sendProblem(withCommonHeaders(reply, request.id), problemOf(error).code),
  })
  jsonBodies(app)
  app.addHook('onRequest', async (request, reply) => {
    withCommonHeaders(reply, request.id)
  })
  refuseUnknownRoutes(app)
  app.setErrorHandler((error, request, reply) => {
    const { code, details } = problemOf(error)
    if (ERRORS[code].status >= 500) request.log.error({ err: error, requestId: request.id, code }, 'request failed')
    if (code === 'payload_too_large') reply.header('connection', 'close')
    if (reply.statusCode === 401 || CHALLENGES[code]) reply.header('www-authenticate', CHALLENGES[code] ?? 'Bearer')
    return sendProblem(reply, code, details)
  })
  return app
}

const CHALLENGES: Record<string, string> = {
  unauthenticated: 'Bearer',
  token_expired: 'Bearer error="invalid_token"',
  token_revoked: 'Bearer error="invalid_token"',
}

function withCommonHeaders<Reply extends { header(name: string, value: string): Reply }>(
  reply: Reply,
  requestId: string,
): Reply {
  return reply.header('service-version', API_VERSION).header('service-request-id', requestId)
}

/** Answers what is not even HTTP, or did not arrive in time, in the same form; then closes. */
function refuseRaw(error: Error & { code?: string }, socket: import('node:net').Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request'
  const requestId = newId('req')
  const body = envelope('invalid_json', requestId)
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `service-version: ${API_VERSION}`,
      `service-request-id: ${requestId}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
