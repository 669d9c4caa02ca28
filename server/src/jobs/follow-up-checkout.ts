import { checkoutFollowUp, followUpAgain, mayBePaid } from '../domain/billing/checkout-follow-up.ts'
import { gatewayOf } from '../domain/billing/gateway-of.ts'
import { settleOnlinePayment } from '../domain/billing/settle-online-payment.ts'
import { clinicJob } from './job.ts'

/**
 * Takes over how a checkout stands at the gateway, and asks again later while that is not final. A page that outlived its
 * link is ended first; what was paid there before that still counts.
 */
export const followUpCheckoutJob = clinicJob(
  checkoutFollowUp,
  async ({ inClinic, gateways }, { companyId, onlinePaymentId, attempt, waitedMs }) => {
    const { row, gateway } = await inClinic(companyId, async tx => {
      const found = await tx.get('online_payment', onlinePaymentId)
      return { row: found, gateway: await gatewayOf(tx, gateways, found) }
    })
    const isOpen = mayBePaid(row) && row.checkout_attempt === attempt
    if (!isOpen || !gateway || gateway.servedHere || row.checkout_reference === null) return
    if (row.closed_at !== null) await gateway.cancel?.(row.checkout_reference)
    const news = await gateway.retrieve(row.checkout_reference)
    await inClinic(companyId, async tx => {
      const now = news ? await settleOnlinePayment(tx, news) : row
      if (mayBePaid(now) && news?.outcome !== 'FAILED') await followUpAgain(tx, now, waitedMs)
    })
  },
)
