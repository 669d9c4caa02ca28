import type { FastifyPluginAsync } from 'fastify'
import { sql } from '../db/statement.ts'
import { gatewayOf } from '../domain/billing/gateway-of.ts'
import type { Callback, GatewayNews } from '../domain/billing/payment-gateway.ts'
import { settleOnlinePayment } from '../domain/billing/settle-online-payment.ts'
import { refuse } from '../kernel/errors.ts'
import type { Context } from '../kernel/tx.ts'
import { contextOf, type PayDeps } from '../pay/pay-context.ts'

interface CallbackRequest {
  Params: { provider: string; companyId: string }
}

/** Where payment gateways tell what became of a checkout: one address for each gateway of each clinic. */
export function paymentCallbacks(deps: PayDeps): FastifyPluginAsync {
  return async app => {
    app.post<CallbackRequest>('/callbacks/payments/:provider/:companyId', async ({ params, headers, rawBody, id }) => {
      const clinic = await deps.findClinic(params.companyId)
      if (!clinic) return refuse('not_found', { resource: 'path' })
      const callback = { headers, body: rawBody ?? Buffer.alloc(0) }
      await handleCallback(deps, contextOf(clinic, id, 'reportPayment'), params.provider, callback)
      return { received: true }
    })
  }
}

/**
 * Handles a callback, or refuses what is not from the gateway. What names no payment of ours is taken and left alone: the
 * clinic's account there may serve others too, and a gateway that gets no 2xx sends again for days.
 */
async function handleCallback(deps: PayDeps, context: Context, provider: string, callback: Callback): Promise<void> {
  const gateway = await deps.transactions.read(context, tx => gatewayOf(tx, deps.gateways, { provider }))
  if (!gateway) return refuse('not_found', { resource: 'path' })
  const result = await gateway.read(callback)
  if (result === 'forged') return refuse('unauthenticated')
  if (result === 'nothing' || !(await isOurs(deps, context, provider, result))) return
  const news = 'outcome' in result ? result : await gateway.retrieve(result.reference)
  if (!news) return
  await deps.transactions.write(context, async tx => ({ value: await settleOnlinePayment(tx, news) }))
}

const known = sql(`
  select from online_payment where company_id = $1 and provider = $2 and (id = $3 or checkout_reference = $4) limit 1`)

async function isOurs(
  { transactions }: PayDeps,
  context: Context,
  provider: string,
  named: GatewayNews | { reference: string },
): Promise<boolean> {
  const id = 'id' in named ? named.id : null
  const found = await transactions.read(context, tx => tx.sql(known([tx.clinic.id, provider, id, named.reference])))
  return found.length > 0
}
