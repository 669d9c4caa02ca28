import { type Arrived, type LocalApi, localApi, type Reply } from './local-api.ts'

export const MOYASAR_ACCOUNT = { secretKey: 'sk_test_account', webhookSecret: 'shared with the webhook' }

interface MoyasarPayment {
  id: string
  status: 'initiated' | 'paid' | 'failed' | 'refunded'
  amount: number
  fee: number
  currency: string
  refunded: number
  invoice_id: string
}
interface MoyasarInvoice {
  id: string
  status: 'initiated' | 'paid' | 'failed' | 'refunded' | 'canceled' | 'expired'
  amount: number
  currency: string
  description: string
  url: string
  callback_url: string
  metadata: Record<string, string>
  payments: MoyasarPayment[]
}

/** What of Moyasar's API our adapter speaks to: https://docs.moyasar.com/api/invoices, /api/payments, webhook reference */
export interface MoyasarServer extends LocalApi {
  invoices: MoyasarInvoice[]
  /** The payer pays; answers the webhook that the account then gets. */
  pay(invoice: MoyasarInvoice | undefined): Sent
  /** The notice that goes to the invoice's own callback_url; it proves nothing. */
  notice(invoice: MoyasarInvoice | undefined): Sent
  end(invoice: MoyasarInvoice | undefined, status: 'failed' | 'canceled' | 'expired'): Sent
  giveBack(invoice: MoyasarInvoice | undefined): Sent
  webhook(type: string, data: object, secretToken?: string): Sent
}

export interface Sent {
  body: string
  headers: Record<string, string>
}

const HEADERS = { 'content-type': 'application/json' }
const BASIC = `Basic ${Buffer.from(`${MOYASAR_ACCOUNT.secretKey}:`).toString('base64')}`

export async function moyasarServer(): Promise<MoyasarServer> {
  const invoices: MoyasarInvoice[] = []

  function created({ body }: Arrived): Reply {
    const { amount, currency, description, callback_url, metadata } = JSON.parse(body)
    if (amount < 100) return refusal(400, 'invalid_request_error')
    const id = `73bda482-5f95-4f59-87d3-${String(invoices.length).padStart(12, '0')}`
    const url = `https://checkout.moyasar.com/invoices/${id}?lang=en`
    const invoice: MoyasarInvoice = {
      ...{ id, status: 'initiated', amount, currency, description, url, callback_url, metadata, payments: [] },
    }
    invoices.push(invoice)
    return { status: 201, body: invoice }
  }

  function listed(path: string): Reply {
    const wanted = new URL(path, 'http://x').searchParams.get('metadata[checkout]')
    const found = invoices.filter(({ metadata }) => metadata.checkout === wanted)
    return { body: { invoices: found, meta: { current_page: 1, next_page: null, total_count: found.length } } }
  }

  function refunded(path: string): Reply {
    const invoice = invoices.find(({ payments }) => payments.some(({ id }) => path === `/v1/payments/${id}/refund`))
    const payment = invoice?.payments.find(({ status }) => status === 'paid')
    if (!invoice || !payment) return refusal(400, 'invalid_request_error')
    payment.status = 'refunded'
    payment.refunded = payment.amount
    invoice.status = 'refunded'
    return { status: 201, body: payment }
  }

  /** Only an open invoice can be canceled. */
  function canceled(path: string): Reply {
    const invoice = invoices.find(({ id }) => path === `/v1/invoices/${id}/cancel`)
    if (invoice?.status !== 'initiated') return refusal(400, 'invalid_request_error')
    return { body: Object.assign(invoice, { status: 'canceled' }) }
  }

  const api = await localApi(request => {
    const { method, path, headers } = request
    if (headers.authorization !== BASIC) return refusal(401, 'authentication_error')
    if (method === 'POST' && path === '/v1/invoices') return created(request)
    if (method === 'POST') return refunded(path)
    if (method === 'PUT') return canceled(path)
    if (path.startsWith('/v1/invoices?')) return listed(path)
    const invoice = invoices.find(({ id }) => path === `/v1/invoices/${id}`)
    return invoice ? { body: invoice } : refusal(404, 'record_not_found')
  })

  const webhook: MoyasarServer['webhook'] = (type, data, secret_token = MOYASAR_ACCOUNT.webhookSecret) => ({
    body: JSON.stringify({
      id: 'wh_1',
      type,
      created_at: '2026-11-20T10:00:00.000Z',
      secret_token,
      account_name: 'Test',
      live: false,
      data,
    }),
    headers: HEADERS,
  })
  const known = (invoice: MoyasarInvoice | undefined): MoyasarInvoice => {
    if (!invoice) throw new Error('No invoice was made.')
    return invoice
  }
  return {
    ...api,
    invoices,
    webhook,
    pay(given) {
      const invoice = known(given)
      const { id: invoice_id, amount, currency } = invoice
      const payment: MoyasarPayment = {
        id: `pay-of-${invoice_id}`,
        status: 'paid',
        amount,
        fee: 175,
        currency,
        refunded: 0,
        invoice_id,
      }
      invoice.payments.push(payment)
      invoice.status = 'paid'
      return webhook('payment_paid', payment)
    },
    notice: given => ({ body: JSON.stringify(known(given)), headers: HEADERS }),
    end(given, status) {
      const invoice = Object.assign(known(given), { status })
      return webhook('payment_failed', { id: 'pay-failed', status: 'failed', invoice_id: invoice.id })
    },
    giveBack(given) {
      const [payment] = known(given).payments
      refunded(`/v1/payments/${payment?.id}/refund`)
      return webhook('payment_refunded', payment ?? {})
    },
  }
}

const refusal = (status: number, type: string): Reply => ({
  status,
  body: { type, message: 'Refused, with a secret that is not to be repeated: sk_test_account', errors: null },
})
