import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { AuditEntry, RecordBearer } from '../kernel/audit.ts'
import { addressBlock } from '../kernel/values/address-block.ts'
import type { AddressOf } from './admit.ts'

const WHILE_MS = 10 * 60_000
const MAX_REMEMBERED = 10_000

interface Recording {
  recordView: RecordBearer
  addressOf: AddressOf
}

/** Records that something was shown at an address that was handed out. */
export type RecordOnce = (
  request: FastifyRequest,
  id: string,
  entry: Omit<AuditEntry, 'requestId' | 'tokenId' | 'address' | 'fieldScopes'>,
) => Promise<void>

/** Once in ten minutes for each thing that is shown and each network: a page is loaded again and again. */
export function recordOnce({ recordView, addressOf }: Recording): RecordOnce {
  const shown = new LRUCache<string, true>({ max: MAX_REMEMBERED, ttl: WHILE_MS })
  return async (request, id, entry) => {
    const address = addressOf(request)
    const key = `${id} ${addressBlock(address)}`
    if (shown.has(key)) return
    await recordView({ ...entry, requestId: request.id, tokenId: null, address, fieldScopes: [] })
    shown.set(key, true)
  }
}
