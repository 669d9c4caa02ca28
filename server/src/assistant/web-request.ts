import { isRecord } from '@clinic/contract/json-schema.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { parseJson } from '../http/json-body.ts'

/** The headers that the protocol speaks of. */
const SPOKEN = /^(accept|content-type|last-event-id|mcp-.+)$/

/** The request in the SDK's terms, without the token and without a body that was read. It is given up when the client leaves. */
export function webRequest(request: FastifyRequest, reply: FastifyReply, message: unknown): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string' && SPOKEN.test(name)) headers.set(name, value)
  const left = new AbortController()
  reply.raw.once('close', () => reply.raw.writableFinished || left.abort())
  const body = message === undefined && Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null
  return new Request(`http://localhost${request.url}`, { method: request.method, headers, body, signal: left.signal })
}

/** Sends what the SDK answers, whole where it is JSON and as a stream where it is events. */
export async function sendWebResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status).headers({ ...Object.fromEntries(response.headers), 'cache-control': 'no-store' })
  const isWhole = response.headers.get('content-type')?.startsWith('application/json')
  // Fastify would write a body that is null as the JSON of it.
  if (!isWhole) return reply.send(response.body ?? undefined)
  const body = Buffer.from(await response.arrayBuffer())
  if (response.status >= 400) reply.request.refusal = { code: codeIn(body) }
  return reply.send(body)
}

/** What JSON-RPC calls the refusal, for the log. */
function codeIn(body: Buffer): string {
  const message = parseJson(body)
  const error = isRecord(message) && isRecord(message.error) ? message.error : {}
  return `json_rpc_${Number(error.code)}`
}
