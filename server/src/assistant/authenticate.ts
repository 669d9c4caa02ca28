import { validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Strangers } from '../http/strangers.ts'
import { type AuthorizationServer, AuthorizationServerDown } from './authorization-server.ts'
import { challenge } from './challenge.ts'
import type { Connection } from './connection.ts'
import type { Resource } from './resource.ts'

export interface AuthenticateDeps {
  resource: Resource
  authorizationServer: AuthorizationServer
  strangers: Strangers
}

const BEARER = /^bearer(?: +(.*))?$/i
/** RFC 6750 section 2.1, b64token. */
const TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/
const MAX_LENGTH = 512

/**
 * Lets a request in before its body is read: sent to one of our names, from no foreign web page (DNS rebinding), with an
 * access token that is good now. Answers every other request itself.
 */
export async function authenticate(
  { resource, authorizationServer, strangers }: AuthenticateDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const { host, origin, authorization } = request.headers
  if (!isOurs(resource, host) || !isServed(resource, origin)) {
    request.refusal = { code: 'not_served' }
    return reply.code(403).send({ error_description: 'This host or origin is not served.' })
  }
  const credentials = credentialsOf(authorization)
  if (credentials === 'none') return challenge(reply, resource)
  if (credentials === 'malformed') return challenge(reply, resource, { error: 'invalid_request' })
  try {
    request.connection = (await authorizationServer.connectionOf(credentials.token)) ?? null
  } catch (error) {
    if (!(error instanceof AuthorizationServerDown)) throw error
    request.refusal = { code: 'temporarily_unavailable', error }
    return reply.code(503).header('retry-after', '5').send({ error: 'temporarily_unavailable' })
  }
  const { connection } = request
  if (!connection) return refuseToken(reply, resource, strangers.takeRefusal(request))
  request.isKnown = true
  request.asker = { clinic: { id: connection.company_id }, connectionId: connection.grant_id }
  const { clinic_cell: cell } = connection
  return cell === undefined ? undefined : sendElsewhere(reply, cell)
}

/** Says which cell serves the clinic: nothing of the request was done here. */
function sendElsewhere(reply: FastifyReply, cell: string): FastifyReply {
  reply.request.refusal = { code: 'misdirected_request' }
  return reply.code(421).header('clinic-cell', cell).send({ error: 'misdirected_request' })
}

/** Says that a token is no good; to a network that tried too many of them, when it may try again. */
const refuseToken = (reply: FastifyReply, resource: Resource, wait: number): FastifyReply =>
  wait === 0
    ? challenge(reply, resource, { error: 'invalid_token' })
    : reply.code(429).header('retry-after', wait).send({ error: 'slow_down', error_description: 'Too many requests.' })

/**
 * The credentials of a request: a token, none, or something that is no bearer token (RFC 6750 section 3.1). They are in the
 * header alone; a token in the query is none, since addresses end up in logs (RFC 9700 section 4.3.2).
 */
function credentialsOf(authorization: string | undefined): { token: string } | 'none' | 'malformed' {
  const [bearer, token = ''] = BEARER.exec(authorization ?? '') ?? []
  if (bearer === undefined) return 'none'
  return TOKEN.test(token) && token.length <= MAX_LENGTH ? { token } : 'malformed'
}

/** Most clients send the bare name, which need not be taken for an address first. */
const isOurs = ({ hosts }: Resource, host: string | undefined): boolean =>
  hosts.some(name => name === host) || validateHostHeader(host, [...hosts]).ok

const isServed = ({ originHosts }: Resource, origin: string | undefined): boolean =>
  origin === undefined || validateOriginHeader(origin, [...originHosts]).ok

declare module 'fastify' {
  interface FastifyRequest {
    /** Whom the access token stands for, once the request is authenticated. */
    connection: Connection | null
  }
}
