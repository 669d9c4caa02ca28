import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { addressBlock } from '../kernel/values/address-block.ts'
import type { LinkedPayment, PayDeps } from './pay-context.ts'

const WHILE_MS = 10 * 60_000
const MAX_REMEMBERED = 10_000

/** Records that the page of a payment was shown to a payer. */
export type RecordPayerView = (request: FastifyRequest, linked: LinkedPayment, invoiceId: string) => Promise<void>

/** Once in ten minutes for each payment and network: a page is loaded again and again. */
export function payerViews({ recordView, addressOf }: PayDeps): RecordPayerView {
  const shown = new LRUCache<string, true>({ max: MAX_REMEMBERED, ttl: WHILE_MS })
  return async (request, { id, context }, invoiceId) => {
    const address = addressOf(request)
    const key = `${id} ${addressBlock(address)}`
    if (shown.has(key)) return
    await recordView({
      ...{ companyId: context.clinic.id, requestId: request.id, caller: 'system payer', tokenId: null, address },
      ...{ operation: 'viewPayment', resourceIds: [id, invoiceId], patientIds: [], throughIds: [invoiceId] },
      fieldScopes: [],
    })
    shown.set(key, true)
  }
}
