import { isRecord } from '@clinic/contract/json-schema.ts'
import {
  type Callback,
  type CallbackResult,
  type Checkout,
  GatewayError,
  type GatewayNews,
  type GatewayOutcome,
  type PaymentGateway,
} from '../../domain/billing/payment-gateway.ts'
import type { ProviderSettings } from '../../domain/providers/clinic-provider.ts'
import { type Ask, basicAuthorization, isSuccess, providerApi, type RemoteOptions } from '../exchange.ts'
import { jsonOf, meanings, recordsAt, textAt, valueAt } from '../json.ts'
import { isSame } from '../signed-body.ts'

/** Moyasar invoices: https://docs.moyasar.com/api/invoices, https://docs.moyasar.com/api/other/webhooks/webhook-reference */

export const isMoyasarTestKey = ({ secretKey = '' }: ProviderSettings): boolean => /^sk_test_/.test(secretKey)

type Json = Readonly<Record<string, unknown>>

export function moyasarGateway(settings: ProviderSettings, options: RemoteOptions): PaymentGateway {
  const { webhookSecret = '' } = settings
  const ask = asker(settings, options)
  const invoice = (reference: string) => ask('GET', `/v1/invoices/${encodeURIComponent(reference)}`)
  const takenOf = async (reference: string) => takenIn(await invoice(reference))

  /** Moyasar knows no idempotency key for invoices, so an attempt whose outcome is unknown is looked for first. */
  async function earlier(key: string): Promise<Json | undefined> {
    const found = await ask('GET', `/v1/invoices?${new URLSearchParams({ 'metadata[checkout]': key })}`)
    return recordsAt(found, 'invoices').find(each => valueAt(each, 'metadata', 'checkout') === key)
  }

  return {
    step: () => 1,
    async open(checkout) {
      const key = `${checkout.id}-${checkout.attempt}`
      const made =
        (checkout.repeated && (await earlier(key))) || (await ask('POST', '/v1/invoices', invoiceFor(checkout, key)))
      const { id, url } = made
      if (typeof id !== 'string' || typeof url !== 'string') throw new GatewayError('Moyasar: the invoice has no page.')
      return { reference: id, url }
    },
    retrieve: async reference => newsOf(await invoice(reference)),
    async cancel(reference) {
      try {
        await ask('PUT', `/v1/invoices/${encodeURIComponent(reference)}/cancel`)
      } catch (error) {
        // Only an open invoice can be ended: it may just have been paid, or have ended.
        if ((await invoice(reference)).status === 'initiated') throw error
      }
    },
    async refund(reference) {
      const paid = await takenOf(reference)
      if (!paid) throw new GatewayError('Moyasar: the invoice was not paid.')
      if (paid.status === 'refunded') return
      try {
        await ask('POST', `/v1/payments/${encodeURIComponent(String(paid.id))}/refund`)
      } catch (error) {
        // Another request may have asked for it at the same time.
        if ((await takenOf(reference))?.status !== 'refunded') throw error
      }
    },
    read: async callback => read(webhookSecret, callback),
  }
}

/** Calls Moyasar's API; anything but success is a GatewayError that says no secret. */
function asker({ secretKey = '' }: ProviderSettings, options: RemoteOptions) {
  const headers = { authorization: basicAuthorization(secretKey, ''), accept: 'application/json' }
  const ask = providerApi('moyasar', options, headers)
  return async (...call: Parameters<Ask>): Promise<Json> => {
    const answer = await ask(...call).catch((error: unknown) => {
      throw new GatewayError(`Moyasar: ${error instanceof Error ? error.name : 'unreachable'}`)
    })
    if (isSuccess(answer) && isRecord(answer.body)) return answer.body
    throw new GatewayError(`Moyasar: ${textAt(answer.body, 'type') ?? 'error'} ${answer.status}`)
  }
}

const invoiceFor = (checkout: Checkout, key: string) => ({
  amount: checkout.amountMinor,
  currency: checkout.currency,
  description: checkout.description,
  callback_url: checkout.callbackUrl,
  success_url: checkout.returnUrl,
  back_url: checkout.returnUrl,
  expired_at: checkout.expiresAt,
  metadata: { online_payment: checkout.id, checkout: key },
})

/** The payment of an invoice that was taken, given back since or not. */
const takenIn = (invoice: Json): Json | undefined =>
  recordsAt(invoice, 'payments').find(({ status }) => status === 'paid' || status === 'refunded')

const OUTCOMES = meanings<GatewayOutcome>([
  ['PENDING', ['initiated', 'on_hold']],
  ['SUCCESS', ['paid']],
  ['FAILED', ['failed', 'canceled', 'expired']],
  // The last is money that was only reserved, or was taken back on the same day.
  ['REFUND', ['refunded', 'voided']],
])

function newsOf(invoice: Json): GatewayNews | undefined {
  const id = textAt(invoice, 'metadata', 'online_payment')
  const outcome = OUTCOMES.get(invoice.status)
  if (id === undefined || !outcome) return undefined
  const payment = takenIn(invoice)
  return {
    id,
    reference: String(invoice.id),
    outcome,
    amountMinor: Number(invoice.amount),
    currency: String(invoice.currency),
    ...(payment && { transactionId: String(payment.id) }),
    ...(typeof payment?.fee === 'number' && { feesMinor: payment.fee }),
  }
}

/**
 * Two kinds arrive: webhooks of the account, with a shared secret in the body, and notices that an invoice was paid, with
 * none. Neither is believed beyond the invoice it names: how that stands is then asked of Moyasar.
 */
function read(secret: string, { body }: Callback): CallbackResult {
  const sent = jsonOf(body)
  if (!isRecord(sent)) return 'nothing'
  const isWebhook = 'secret_token' in sent || 'type' in sent
  if (isWebhook && (secret === '' || !isSame(secret, String(sent.secret_token)))) return 'forged'
  if (!isWebhook && typeof sent.status !== 'string') return 'nothing'
  const reference = isWebhook ? textAt(sent, 'data', 'invoice_id') : textAt(sent, 'id')
  return reference === undefined ? 'nothing' : { reference }
}
