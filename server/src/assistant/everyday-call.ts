import { isRecord } from '@clinic/contract/json-schema.ts'
import { classifyInboundRequest, isJsonContentType, RELATED_TASK_META_KEY } from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'
import type { Plain } from './tool.ts'
import { isTool } from './toolbox.ts'

/** A call of a tool of ours that asks nothing of the protocol but its answer. */
export interface EverydayCall {
  id: string | number
  name: string
  given: Plain
}

/** How a message was sent. */
export type Sent = Pick<FastifyRequest, 'method' | 'headers'>

const REVISION = '2026-07-28'
const PARAMS = ['name', 'arguments', '_meta']

/**
 * The call that a request makes, where the SDK would find nothing to say about it: it judges the message itself, and what it
 * checks beyond that is checked here. Nothing for every other request, be it right or wrong; that is for the SDK to serve.
 */
export function everydayCall({ method, headers }: Sent, message: unknown): EverydayCall | undefined {
  const { 'mcp-protocol-version': revision, 'mcp-method': called, 'mcp-name': name } = headers
  if (method !== 'POST' || revision !== REVISION || called !== 'tools/call') return undefined
  if (typeof name !== 'string' || !isTool(name) || !isJsonContentType(headers['content-type'])) return undefined
  const judged = classifyInboundRequest({
    httpMethod: method,
    protocolVersionHeader: revision,
    mcpMethodHeader: called,
    mcpNameHeader: name,
    body: message,
  })
  if (judged.kind !== 'modern' || judged.messageKind !== 'request') return undefined
  const { id, params = {} } = judged.message
  const { arguments: given = {}, _meta: meta } = params
  const isEveryday = params.name === name && isRecord(given) && Object.keys(params).every(key => PARAMS.includes(key))
  return isEveryday && isRecord(meta) && !(RELATED_TASK_META_KEY in meta) ? { id, name, given } : undefined
}
