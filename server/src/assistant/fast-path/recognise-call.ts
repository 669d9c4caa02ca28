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
import { LRUCache } from 'lru-cache'
import { REVISION, type RequestHead } from '../caller.ts'
import type { JsonObject } from '../tool.ts'
import { findTool } from '../toolset.ts'

/** A call of a tool of ours that asks nothing of the protocol but its result. */
export interface PlainCall {
  id: string | number
  name: string
  given: JsonObject
}

const METHOD = 'tools/call'
const MESSAGE = ['jsonrpc', 'id', 'method', 'params']
const PARAMS = ['name', 'arguments', '_meta']
const MAX_ACCEPTED = 1_000
const MAX_ACCEPTED_LENGTH = 2_000

/** What clients declare of themselves with every request, where the SDK accepted it; to ask it costs as much as a call. */
const accepted = new LRUCache<string, true>({ max: MAX_ACCEPTED })

/**
 * The call that a request makes, where the SDK would accept it as it stands. Nothing for every other request, right or
 * wrong, which is for the SDK to serve.
 */
export function recogniseCall(head: RequestHead, message: unknown): PlainCall | undefined {
  const name = toolNamed(head)
  if (name === undefined || !isRecord(message) || !hasOnly(message, MESSAGE)) return undefined
  const { jsonrpc, id, method, params } = message
  if (jsonrpc !== '2.0' || method !== METHOD || !isId(id) || !isRecord(params) || !hasOnly(params, PARAMS))
    return undefined
  const { name: called, arguments: given = {}, _meta: meta } = params
  return called === name && isRecord(given) && isAccepted(meta, message) ? { id, name, given } : undefined
}

/** The tool of ours that the headers name, if they are those of a call in this revision. */
function toolNamed({ method, headers }: RequestHead): string | undefined {
  const { 'mcp-protocol-version': revision, 'mcp-method': called, 'mcp-name': name } = headers
  if (method !== 'POST' || revision !== REVISION || called !== METHOD) return undefined
  return typeof name === 'string' && findTool(name) && isJsonContentType(headers['content-type']) ? name : undefined
}

const hasOnly = (record: JsonObject, keys: readonly string[]) => Object.keys(record).every(key => keys.includes(key))
const isId = (id: unknown): id is string | number => typeof id === 'string' || Number.isSafeInteger(id)

function isAccepted(meta: unknown, body: JsonObject): boolean {
  if (!isRecord(meta) || meta[PROTOCOL_VERSION_META_KEY] !== REVISION || RELATED_TASK_META_KEY in meta) return false
  const { progressToken = 0, [CLIENT_INFO_META_KEY]: client, [CLIENT_CAPABILITIES_META_KEY]: capabilities } = meta
  if (!isId(progressToken)) return false
  const declared = JSON.stringify({ client, capabilities, level: meta[LOG_LEVEL_META_KEY] })
  if (accepted.get(declared)) return true
  const { kind } = classifyInboundRequest({ httpMethod: 'POST', protocolVersionHeader: REVISION, body })
  if (kind !== 'modern') return false
  if (declared.length <= MAX_ACCEPTED_LENGTH) accepted.set(declared, true)
  return true
}
