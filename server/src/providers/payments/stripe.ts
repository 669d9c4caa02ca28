import type Stripe from 'stripe'
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
import type { Ended } from '../../kernel/timing.ts'
import { exponentOf } from '../../kernel/values/money.ts'
import type { RemoteOptions } from '../exchange.ts'
import { valueAt } from '../json.ts'
import { type CallOutcome, outcomeOfStatus, timedCall } from '../timed-call.ts'

/** Stripe Checkout: https://docs.stripe.com/payments/checkout, https://docs.stripe.com/webhooks/signature */

/** A test key moves no money. */
export const isStripeTestKey = ({ secretKey = '' }: ProviderSettings): boolean => /^(sk|rk)_test_/.test(secretKey)

/** Loaded when a clinic first uses it: every start would wait for it, and few clinics have it. */
const library = async (): Promise<typeof Stripe> => (await import('stripe')).default

async function connected({ secretKey = '' }: ProviderSettings, { apiBase, deadlineMs }: RemoteOptions) {
  const { protocol, hostname, port } = new URL(apiBase)
  return new (await library())(secretKey, {
    host: hostname,
    ...(port !== '' && { port }),
    protocol: protocol === 'http:' ? 'http' : 'https',
    // One repetition fits into the deadline; Stripe knows it by its idempotency key.
    timeout: Math.floor(deadlineMs / 2),
    maxNetworkRetries: 1,
    telemetry: false,
  })
}

export function stripeGateway(settings: ProviderSettings, options: RemoteOptions): PaymentGateway {
  let connecting: Promise<Stripe> | undefined
  const connect = () => {
    connecting ??= connected(settings, options)
    return connecting
  }

  return {
    // https://docs.stripe.com/currencies#three-decimal: the last digit has to be 0.
    step: currency => (exponentOf(currency) === 3 ? 10 : 1),
    async open(checkout) {
      const idempotencyKey = `${checkout.id}-${checkout.attempt}`
      const stripe = await connect()
      const session = await asked(() => stripe.checkout.sessions.create(sessionFor(checkout), { idempotencyKey }))
      // The library takes a failure that is not in Stripe's own form for an answer without anything in it.
      if (!session.id || !session.url) throw new GatewayError('Stripe: the checkout has no page.')
      return { reference: session.id, url: session.url }
    },
    async retrieve(reference) {
      const stripe = await connect()
      const expand = ['payment_intent.latest_charge']
      return newsOfSession(await asked(() => stripe.checkout.sessions.retrieve(reference, { expand })))
    },
    async cancel(reference) {
      const { sessions } = (await connect()).checkout
      try {
        await asked(() => sessions.expire(reference))
      } catch (error) {
        // Only an open page can be ended: it may just have been paid, or have ended.
        if ((await asked(() => sessions.retrieve(reference))).status === 'open') throw error
      }
    },
    async refund(reference, { id }) {
      const stripe = await connect()
      const payment_intent = idOf((await asked(() => stripe.checkout.sessions.retrieve(reference))).payment_intent)
      if (!payment_intent) throw new GatewayError('Stripe: the checkout was not paid.')
      await asked(() => stripe.refunds.create({ payment_intent }, { idempotencyKey: `${id}-refund` }))
    },
    read: async callback => read(await connect(), settings.webhookSecret ?? '', callback),
  }
}

/** Says what kind of failure it was and nothing of the request. */
async function asked<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await timedCall('stripe', ask, callOutcome)
  } catch (error) {
    const { errors } = await library()
    // An answer that is not even an error of Stripe's, as of a proxy on the way, makes the library stumble.
    if (!(error instanceof errors.StripeError)) throw new GatewayError('Stripe: no answer of its own')
    throw new GatewayError(`Stripe: ${[error.type, error.code, error.statusCode].filter(Boolean).join(' ')}`)
  }
}

/** What is not in Stripe's own form the library takes for an answer, whatever its status. */
const callOutcome = (ended: Ended<unknown>): CallOutcome =>
  outcomeOfStatus(
    'value' in ended ? valueAt(ended.value, 'lastResponse', 'statusCode') : valueAt(ended.error, 'statusCode'),
  )

const sessionFor = ({ id, amountMinor, currency, description, returnUrl, expiresAt }: Checkout) => ({
  mode: 'payment' as const,
  client_reference_id: id,
  // The charge inherits the intent's metadata, so that a refund can be told apart too.
  metadata: { online_payment_id: id },
  payment_intent_data: { metadata: { online_payment_id: id }, description },
  line_items: [
    {
      quantity: 1,
      price_data: { currency: currency.toLowerCase(), unit_amount: amountMinor, product_data: { name: description } },
    },
  ],
  success_url: returnUrl,
  cancel_url: returnUrl,
  expires_at: Math.floor(Date.parse(expiresAt) / 1000),
})

const OF_SESSION: Readonly<Record<string, GatewayOutcome>> = {
  'checkout.session.completed': 'PENDING',
  'checkout.session.async_payment_succeeded': 'SUCCESS',
  'checkout.session.async_payment_failed': 'FAILED',
  'checkout.session.expired': 'FAILED',
}

function read(stripe: Stripe, secret: string, { headers, body }: Callback): CallbackResult {
  const signature = headers['stripe-signature']
  if (typeof signature !== 'string' || secret === '') return 'forged'
  const event = verified(stripe, secret, { signature, body })
  if (!event) return 'forged'
  if (event.type === 'charge.refunded') return newsOfRefund(event.data.object)
  const outcome = OF_SESSION[event.type]
  if (!outcome || event.data.object.object !== 'checkout.session') return 'nothing'
  return newsOfSession(event.data.object, outcome) ?? 'nothing'
}

/** What is not signed as it should be makes the library throw, in more ways than one. */
function verified(stripe: Stripe, secret: string, { signature, body }: { signature: string; body: Buffer }) {
  try {
    return stripe.webhooks.constructEvent(body, signature, secret)
  } catch {
    return undefined
  }
}

/** Stripe names an object by its id, or sends it whole. */
const idOf = (named: string | { id: string } | null | undefined): string | undefined =>
  typeof named === 'string' ? named : named?.id

/** Paid immediately where the method is a card; other methods end as pending and are reported later. */
function newsOfSession(session: Stripe.Checkout.Session, reported?: GatewayOutcome): GatewayNews | undefined {
  const id = session.client_reference_id
  if (!id) return undefined
  const intent = idOf(session.payment_intent)
  return {
    id,
    reference: session.id,
    outcome: outcomeOf(session, reported),
    isProcessing: session.status === 'complete' && session.payment_status === 'unpaid',
    amountMinor: session.amount_total ?? 0,
    currency: (session.currency ?? '').toUpperCase(),
    ...(intent !== undefined && { transactionId: intent }),
  }
}

function outcomeOf(session: Stripe.Checkout.Session, reported: GatewayOutcome | undefined): GatewayOutcome {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
  const charge = typeof intent?.latest_charge === 'object' ? intent.latest_charge : null
  if (charge?.refunded) return 'REFUND'
  if (session.payment_status === 'paid') return 'SUCCESS'
  if (session.status === 'expired') return 'FAILED'
  return reported ?? 'PENDING'
}

/** A part of the money given back is no refund here: only whole payments are refunded. */
function newsOfRefund(charge: Stripe.Charge): GatewayNews | 'nothing' {
  const id = charge.metadata.online_payment_id
  if (!id || !charge.refunded) return 'nothing'
  const reference = idOf(charge.payment_intent) ?? charge.id
  const { amount: amountMinor, currency } = charge
  return { id, reference, outcome: 'REFUND', amountMinor, currency: currency.toUpperCase(), transactionId: reference }
}
