import Stripe from 'stripe'
import { type Arrived, type LocalApi, localApi, type Reply } from './local-api.ts'

export const STRIPE_ACCOUNT = { secretKey: 'sk_test_account', webhookSecret: 'whsec_account' }

interface Session {
  id: string
  object: 'checkout.session'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  url: string | null
  client_reference_id: string | null
  amount_total: number
  currency: string
  metadata: Record<string, string>
  payment_intent: { id: string; latest_charge: { object: 'charge'; refunded: boolean } } | null
}

/** What of Stripe's API our adapter speaks to: https://docs.stripe.com/api/checkout/sessions, /refunds, /idempotent_requests */
export interface StripeServer extends LocalApi {
  sessions: Session[]
  refunds: string[]
  /** The payer pays, or lets the page end; answers the event that Stripe then sends, with its signature. */
  pay(session: Session | undefined, change?: Partial<Session>): SignedEvent
  expire(session: Session | undefined): SignedEvent
  /** The clinic gives the money back in Stripe's dashboard. */
  giveBack(session: Session | undefined, part?: number): SignedEvent
  sign(event: object, secret?: string, timestamp?: number): SignedEvent
}

export interface SignedEvent {
  body: string
  headers: Record<string, string>
}

export async function stripeServer(): Promise<StripeServer> {
  const sessions: Session[] = []
  const refunds: string[] = []
  const byKey = new Map<string, { body: string; reply: Reply }>()
  const stripe = new Stripe('sk_test_signing')

  function created({ body }: Arrived): Reply {
    const form = new URLSearchParams(body)
    const id = `cs_test_${sessions.length + 1}`
    const session: Session = {
      id,
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      url: `https://checkout.stripe.com/c/pay/${id}`,
      client_reference_id: form.get('client_reference_id'),
      amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
      currency: String(form.get('line_items[0][price_data][currency]')),
      metadata: { online_payment_id: String(form.get('metadata[online_payment_id]')) },
      payment_intent: null,
    }
    sessions.push(session)
    return { body: session }
  }

  function refunded({ body }: Arrived): Reply {
    const intent = String(new URLSearchParams(body).get('payment_intent'))
    const session = sessions.find(each => each.payment_intent?.id === intent)
    if (!session?.payment_intent) return refusal(404, 'invalid_request_error', 'resource_missing')
    session.payment_intent.latest_charge.refunded = true
    refunds.push(intent)
    return { body: { id: `re_${refunds.length}`, object: 'refund', status: 'succeeded', payment_intent: intent } }
  }

  /** Only an open page can be ended: https://docs.stripe.com/api/checkout/sessions/expire */
  function expired(path: string): Reply | undefined {
    const session = sessions.find(({ id }) => path === `/v1/checkout/sessions/${id}/expire`)
    if (!session) return undefined
    if (session.status !== 'open') return refusal(400, 'invalid_request_error')
    return { body: Object.assign(session, { status: 'expired', url: null }) }
  }

  /** The same key gives the same answer; the same key with other parameters is refused. */
  function once(request: Arrived, make: (request: Arrived) => Reply): Reply {
    const key = String(request.headers['idempotency-key'])
    const earlier = byKey.get(key)
    if (earlier) return earlier.body === request.body ? earlier.reply : refusal(400, 'idempotency_error')
    const reply = make(request)
    byKey.set(key, { body: request.body, reply })
    return reply
  }

  const api = await localApi(request => {
    const { method, path, headers } = request
    if (headers.authorization !== `Bearer ${STRIPE_ACCOUNT.secretKey}`) return refusal(401, 'invalid_request_error')
    if (method === 'POST' && path === '/v1/checkout/sessions') return once(request, created)
    if (method === 'POST' && path === '/v1/refunds') return once(request, refunded)
    const ended = method === 'POST' && expired(path)
    if (ended) return ended
    const session = sessions.find(({ id }) => path.split('?')[0] === `/v1/checkout/sessions/${id}`)
    return session ? { body: session } : refusal(404, 'invalid_request_error', 'resource_missing')
  })

  const sign: StripeServer['sign'] = (event, secret = STRIPE_ACCOUNT.webhookSecret, timestamp) => {
    const body = JSON.stringify(event)
    const header = stripe.webhooks.generateTestHeaderString({ payload: body, secret, ...(timestamp && { timestamp }) })
    return { body, headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': header } }
  }
  const tell = (type: string, object: object) =>
    sign({ id: `evt_${Math.random()}`, object: 'event', api_version: '2026-01-01', type, data: { object } })
  const known = (session: Session | undefined): Session => {
    if (!session) throw new Error('No session was opened.')
    return session
  }
  return {
    ...api,
    sessions,
    refunds,
    sign,
    pay(given, change = {}) {
      const session = known(given)
      const intent = { id: `pi_${session.id}`, latest_charge: { object: 'charge' as const, refunded: false } }
      Object.assign(session, {
        status: 'complete',
        payment_status: 'paid',
        url: null,
        payment_intent: intent,
        ...change,
      })
      return tell('checkout.session.completed', { ...session, payment_intent: intent.id })
    },
    expire(given) {
      const session = Object.assign(known(given), { status: 'expired', url: null })
      return tell('checkout.session.expired', session)
    },
    giveBack(given, part) {
      const session = known(given)
      const refunded = part === undefined
      if (session.payment_intent) session.payment_intent.latest_charge.refunded = refunded
      const { amount_total: amount, currency, metadata, payment_intent } = session
      const charge = { id: 'ch_1', object: 'charge', amount, currency, metadata, refunded }
      return tell('charge.refunded', { ...charge, amount_refunded: part ?? amount, payment_intent: payment_intent?.id })
    },
  }
}

const refusal = (status: number, type: string, code?: string): Reply => ({
  status,
  body: {
    error: {
      type,
      ...(code && { code }),
      message: 'Refused, with a secret that is not to be repeated: sk_test_account',
    },
  },
})
