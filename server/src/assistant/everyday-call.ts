import { isRecord } from '@clinic/contract/json-schema.ts'
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  classifyInboundRequest,
  isJsonContentType,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  RELATED_TASK_META_KEY,
} from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
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
const METHOD = 'tools/call'

/** As the SDK calls the revisions of the protocol. */
export const eraOf = ({ headers }: Sent): 'modern' | 'legacy' =>
  headers['mcp-protocol-version'] === REVISION ? 'modern' : 'legacy'

const MESSAGE = ['jsonrpc', 'id', 'method', 'params']
const PARAMS = ['name', 'arguments', '_meta']
const MOST_SOUND = 1_000
const LONGEST_SOUND = 2_000

/** What clients say of themselves with every request, where the SDK had nothing to say about it; to judge costs as much as a call. */
const sound = new LRUCache<string, true>({ max: MOST_SOUND })

/**
 * The call that a request makes, where the SDK would find nothing to say about it. Nothing for every other request, be it
 * right or wrong; that is for the SDK to serve.
 */
export function everydayCall(sent: Sent, message: unknown): EverydayCall | undefined {
  const name = toolNamed(sent)
  if (name === undefined || !isRecord(message) || !hasOnly(message, MESSAGE)) return undefined
  const { jsonrpc, id, method, params } = message
  if (jsonrpc !== '2.0' || method !== METHOD || !isId(id) || !isRecord(params) || !hasOnly(params, PARAMS))
    return undefined
  const { name: called, arguments: given = {}, _meta: meta } = params
  return called === name && isRecord(given) && isSound(meta, message) ? { id, name, given } : undefined
}

/** The tool of ours that the headers name, if they are those of a call in this revision. */
function toolNamed({ method, headers }: Sent): string | undefined {
  const { 'mcp-protocol-version': revision, 'mcp-method': called, 'mcp-name': name } = headers
  if (method !== 'POST' || revision !== REVISION || called !== METHOD) return undefined
  return typeof name === 'string' && isTool(name) && isJsonContentType(headers['content-type']) ? name : undefined
}

const hasOnly = (record: Plain, keys: readonly string[]) => Object.keys(record).every(key => keys.includes(key))
const isId = (id: unknown): id is string | number => typeof id === 'string' || Number.isSafeInteger(id)

function isSound(meta: unknown, body: Plain): boolean {
  if (!isRecord(meta) || meta[PROTOCOL_VERSION_META_KEY] !== REVISION || RELATED_TASK_META_KEY in meta) return false
  const { progressToken = 0, [CLIENT_INFO_META_KEY]: client, [CLIENT_CAPABILITIES_META_KEY]: capabilities } = meta
  if (!isId(progressToken)) return false
  const told = JSON.stringify({ client, capabilities, level: meta[LOG_LEVEL_META_KEY] })
  if (sound.get(told)) return true
  const { kind } = classifyInboundRequest({ httpMethod: 'POST', protocolVersionHeader: REVISION, body })
  if (kind !== 'modern') return false
  if (told.length <= LONGEST_SOUND) sound.set(told, true)
  return true
}
