import type { Input, Static } from '@clinic/contract/kernel.ts'
import { checkOut as checkOutDeclared, previewCheckout } from '@clinic/contract/staff/checkout.ts'
import type { CheckoutLink } from '@clinic/contract/staff/checkout-preview.ts'
import type { OnlinePaymentRow } from '../domain/billing/online-payment-row.ts'
import type { PaymentGateways } from '../domain/billing/payment-gateway.ts'
import { checkOut } from '../domain/checkout/check-out.ts'
import { readPreview } from '../domain/checkout/preview.ts'
import type { Wish } from '../domain/checkout/wish.ts'
import { appointmentStatus } from '../domain/scheduling/status.ts'
import { implement } from '../kernel/implement.ts'
import type { Tx } from '../kernel/tx.ts'
import { minorOf } from '../kernel/values/minor-of.ts'
import { toMajor } from '../kernel/values/money.ts'
import { presentPreview } from '../present/checkout.ts'
import { billIn } from './bill-in.ts'
import { invoice, requireSeen } from './invoices-api.ts'

/** How patients pay online. */
export interface Payments {
  gateways: PaymentGateways
  /** The payer's address, from the last part of it. */
  linkOf(token: string): string
}

type Given = Input<typeof previewCheckout>

const wishIn = (tx: Tx, { amounts, ...wish }: Given): Wish => ({
  ...billIn(tx, wish),
  amountsMinor: amounts?.map((amount, place) => minorOf(tx.clinic, amount, `/amounts/${place}`)),
})

/** Billing a visit and taking the money for it. */
export const checkoutApi = ({ gateways, linkOf }: Payments) => {
  const shownLink = (tx: Tx, row: OnlinePaymentRow): Static<typeof CheckoutLink> => ({
    id: row.id,
    amount: toMajor(row.amount_minor, tx.clinic.currency),
    paymentLink: row.closed_at === null ? linkOf(row.link_token) : null,
  })
  return [
    implement(previewCheckout, async (tx, input) => ({
      data: presentPreview(await readPreview(tx, wishIn(tx, input), { gateways }), tx.clinic),
    })),
    implement(checkOutDeclared, async (tx, { hash, tenders, excess, completeAppointment = false, ...input }) => {
      for (const tender of tenders) await requireSeen(tx, tender)
      const inMinor = tenders.map(({ amount, received, ...tender }, place) => ({
        ...tender,
        amountMinor: minorOf(tx.clinic, amount, `/tenders/${place}/amount`),
        ...(received !== undefined && { receivedMinor: minorOf(tx.clinic, received, `/tenders/${place}/received`) }),
      }))
      const order = {
        ...wishIn(tx, input),
        hash,
        tenders: inMinor,
        keepsExcess: excess === 'CREDIT',
        completeAppointment,
      }
      const told = (preview: Parameters<typeof presentPreview>[0]) => presentPreview(preview, tx.clinic)
      const receipt = await checkOut(tx, order, { gateways, told })
      const { data } = await invoice(tx, receipt.invoiceId)
      return {
        data: {
          invoice: data,
          change: toMajor(receipt.changeMinor, tx.clinic.currency),
          links: receipt.links.map(row => shownLink(tx, row)),
          ...{ pointsUsed: receipt.pointsUsed, pointsEarned: receipt.pointsEarned },
          shortages: receipt.shortages,
          appointmentStatus: receipt.visit ? appointmentStatus(receipt.visit) : null,
        },
        changed: receipt.completed,
      }
    }),
  ]
}
