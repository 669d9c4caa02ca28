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
import { type Call, exchange, isSuccess, type RemoteOptions } from '../exchange.ts'
import { jsonOf } from '../json-of.ts'
import { isSame } from '../signed-body.ts'

/** Moyasar invoices: https://docs.moyasar.com/api/invoices, https://docs.moyasar.com/api/other/webhooks/webhook-reference */

export const MOYASAR_SETTINGS = ['secretKey', 'webhookSecret'] as const

export const isMoyasarTestKey = ({ secretKey = '' }: ProviderSettings): boolean => /^sk_test_/.test(secretKey)

type Json = Readonly<Record<string, unknown>>

export function moyasarGateway(settings: ProviderSettings, options: RemoteOptions): PaymentGateway {
  const { webhookSecret = '' } = settings
  const ask = asker(settings, options)
  const invoice = (reference: string) => ask('GET', `/v1/invoices/${encodeURIComponent(reference)}`)
  const takenOf = async (reference: string) => paymentsOf(await invoice(reference)).find(isTaken)

  /** Moyasar knows no idempotency key for invoices, so an attempt whose outcome is unknown is looked for first. */
  async function earlier(key: string): Promise<Json | undefined> {
    const { invoices } = await ask('GET', `/v1/invoices?${new URLSearchParams({ 'metadata[checkout]': key })}`)
    return Array.isArray(invoices) ? invoices.filter(isRecord).find(each => metadata(each).checkout === key) : undefined
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
function asker({ secretKey = '' }: ProviderSettings, { apiBase, deadlineMs }: RemoteOptions) {
  const authorization = `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`
  return async (method: Call['method'], path: string, body?: Json): Promise<Json> => {
    const answer = await exchange(`${apiBase}${path}`, {
      method,
      headers: { authorization, accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      deadlineMs,
    }).catch((error: unknown) => {
      throw new GatewayError(`Moyasar: ${error instanceof Error ? error.name : 'unreachable'}`)
    })
    if (isSuccess(answer) && isRecord(answer.body)) return answer.body
    const type = isRecord(answer.body) && typeof answer.body.type === 'string' ? answer.body.type : 'error'
    throw new GatewayError(`Moyasar: ${type} ${answer.status}`)
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

const metadata = (of: Json): Json => (isRecord(of.metadata) ? of.metadata : {})
const paymentsOf = (invoice: Json): Json[] => (Array.isArray(invoice.payments) ? invoice.payments.filter(isRecord) : [])

const isTaken = ({ status }: Json): boolean => status === 'paid' || status === 'refunded'

const OUTCOMES: Readonly<Record<string, GatewayOutcome>> = {
  initiated: 'PENDING',
  on_hold: 'PENDING',
  paid: 'SUCCESS',
  failed: 'FAILED',
  canceled: 'FAILED',
  expired: 'FAILED',
  refunded: 'REFUND',
  // Money that was only reserved, or was taken back on the same day.
  voided: 'REFUND',
}

function newsOf(invoice: Json): GatewayNews | undefined {
  const { online_payment: id } = metadata(invoice)
  const outcome = OUTCOMES[String(invoice.status)]
  if (typeof id !== 'string' || !outcome) return undefined
  const payment = paymentsOf(invoice).find(isTaken)
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
  if ('secret_token' in sent || 'type' in sent) {
    if (secret === '' || !isSame(secret, String(sent.secret_token))) return 'forged'
    const reference = isRecord(sent.data) ? sent.data.invoice_id : undefined
    return typeof reference === 'string' ? { reference } : 'nothing'
  }
  return typeof sent.id === 'string' && typeof sent.status === 'string' ? { reference: sent.id } : 'nothing'
}
