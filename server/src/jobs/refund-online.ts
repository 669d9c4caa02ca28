import { gatewayOf } from '../domain/billing/gateway-of.ts'
import { GatewayError } from '../domain/billing/payment-gateway.ts'
import { failRefund, onlineRefund } from '../domain/billing/refund-online.ts'
import { settleOnlinePayment } from '../domain/billing/settle-online-payment.ts'
import { clinicJob } from './job.ts'

/**
 * Gives an online payment back through its gateway, as a member of staff asked. The gateway knows a second asking for what it
 * is, so a crash after it loses nothing: its callback, or the next try, takes the refund over.
 */
export const refundOnlineJob = clinicJob(
  onlineRefund,
  async ({ inClinic, gateways, isLast }, { companyId, onlinePaymentId: id }) => {
    const { row, gateway, currency } = await inClinic(companyId, async tx => {
      const found = await tx.get('online_payment', id)
      return { row: found, gateway: await gatewayOf(tx, gateways, found), currency: tx.clinic.currency }
    })
    const { checkout_reference: reference, amount_minor: amountMinor } = row
    if (row.status !== 'SUCCESS' || reference === null) return
    try {
      if (!gateway) throw new GatewayError('The clinic has no such gateway any more.')
      // Where no money moves there is none to ask for.
      if (!gateway.servedHere) await gateway.refund(reference, { id, amountMinor })
    } catch (error) {
      if (!isLast) throw error
      return inClinic(companyId, tx => failRefund(tx, id))
    }
    const news = { id, reference, outcome: 'REFUND' as const, amountMinor, currency }
    await inClinic(companyId, tx => settleOnlinePayment(tx, news))
  },
)
