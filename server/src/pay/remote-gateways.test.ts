import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPaymentLink, getOnlinePayment } from '@clinic/contract/online-payments.ts'
import { recordPayment } from '@clinic/contract/payments.ts'
import { refundOnlinePayment } from '@clinic/contract/staff/online-payments.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { hastenJobs, runJobs } from '../../test/support/app/jobs.ts'
import { issueInvoice, moneyMismatches } from '../../test/support/clinic/money.ts'
import { eventsOf, payerAt, payingOnline, sendCallback } from '../../test/support/clinic/online-payments.ts'
import { MOYASAR_ACCOUNT, moyasarServer } from '../../test/support/servers/moyasar-server.ts'
import { STRIPE_ACCOUNT, stripeServer } from '../../test/support/servers/stripe-server.ts'
import { staffClient, staffMember } from '../../test/support/staff/scene.ts'

const stripe = await stripeServer()
const moyasar = await moyasarServer()
const apis = { STRIPE_API_BASE: stripe.url, MOYASAR_API_BASE: moyasar.url }
const app = await startApp(apis)
const withStripe = await app.practice()
await payingOnline(app, withStripe.clinic, { provider: 'stripe', settings: STRIPE_ACCOUNT })
const withMoyasar = await app.practice()
await payingOnline(app, withMoyasar.clinic, { provider: 'moyasar', settings: MOYASAR_ACCOUNT })

const PAID = ['payment.created', 'invoice.paid', 'onlinepayment.succeeded']
const gateways = [
  {
    name: 'stripe',
    practice: withStripe,
    opened: () => stripe.sessions.length,
    calls: () => stripe.asked.length,
    fail: () => stripe.next({ status: 500, body: {} }, { status: 500, body: {} }),
    pay: () => stripe.pay(stripe.sessions.at(-1)),
    end: () => stripe.expire(stripe.sessions.at(-1)),
    hasEnded: () => stripe.sessions.at(-1)?.status === 'expired',
    giveBack: () => stripe.giveBack(stripe.sessions.at(-1)),
    page: /^https:\/\/checkout\.stripe\.com\//,
  },
  {
    name: 'moyasar',
    practice: withMoyasar,
    opened: () => moyasar.invoices.length,
    calls: () => moyasar.asked.length,
    fail: () => moyasar.next({ status: 500, body: {} }),
    pay: () => moyasar.pay(moyasar.invoices.at(-1)),
    end: () => moyasar.end(moyasar.invoices.at(-1), 'expired'),
    hasEnded: () => moyasar.invoices.at(-1)?.status === 'canceled',
    giveBack: () => moyasar.giveBack(moyasar.invoices.at(-1)),
    page: /^https:\/\/checkout\.moyasar\.com\//,
  },
]

for (const { name, practice, opened, calls, fail, pay, end, hasEnded, giveBack, page } of gateways) {
  const { api, clinic } = practice
  const link = async () => {
    const { id: invoiceId } = await issueInvoice(app, practice, 100)
    const { data } = (await api.call(createPaymentLink, { invoiceId })).body
    return { ...data, payer: payerAt(app, data.paymentLink) }
  }
  const statusOf = async (id: string) => (await api.call(getOnlinePayment, { id })).body.data.status
  const tell = async (callback: Parameters<typeof sendCallback>[2]) =>
    (await sendCallback(app, clinic, callback, name)).status
  const told = async (invoiceId: string) => (await eventsOf(app, invoiceId)).map(([type]) => type).slice(1)

  test(`${name}: making a link and looking at it makes no call; the payer’s choice opens the page there`, async () => {
    const before = calls()
    const { id, payer } = await link()
    assert.match(await payer.page(), /value="continue"/)
    assert.equal(calls(), before)
    const answer = await payer.choose('continue')
    assert.match(String(answer.headers.get('location')), page)
    assert.equal(await statusOf(id), 'PENDING')
  })

  test(`${name}: a payer who comes again, or twice at the same time, gets the same page`, async () => {
    const { payer } = await link()
    const before = opened()
    const answers = await Promise.all([payer.choose('continue'), payer.choose('continue')])
    answers.push(await payer.choose('continue'))
    assert.equal(opened(), before + 1)
    const places = answers.map(({ headers }) => String(headers.get('location')))
    assert.ok(places.every(place => page.test(place) || /notice=busy/.test(place)))
    assert.match(String(places.at(-1)), page)
  })

  test(`${name}: a payment is recorded when the callback comes, once`, async () => {
    const { id, invoiceId, payer } = await link()
    await payer.choose('continue')
    const paid = pay()
    assert.deepEqual([await tell(paid), await tell(paid)], [200, 200])
    assert.equal(await statusOf(id), 'SUCCESS')
    assert.deepEqual(await told(invoiceId), PAID)
    const returned = giveBack()
    assert.deepEqual([await tell(returned), await tell(paid)], [200, 200])
    assert.equal(await statusOf(id), 'REFUND')
    assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
  })

  test(`${name}: a payer who comes back is shown the outcome although no callback has arrived`, async () => {
    const { invoiceId, payer } = await link()
    await payer.choose('continue')
    const paid = pay()
    const back = await payer.get('?back=1&lang=en')
    assert.equal(back.status, 303)
    assert.match(await payer.page(), /Your payment was received/)
    await tell(paid)
    assert.deepEqual(await told(invoiceId), PAID)
  })

  test(`${name}: a page that ended is replaced by a new one, and has no more to say`, async () => {
    const { id, invoiceId, payer } = await link()
    await payer.choose('continue')
    const ended = end()
    await tell(ended)
    assert.equal(await statusOf(id), 'FAILED')
    const before = opened()
    assert.match(String((await payer.choose('continue')).headers.get('location')), page)
    assert.equal(opened(), before + 1)
    await tell(ended)
    await tell(pay())
    assert.equal(await statusOf(id), 'SUCCESS')
    assert.deepEqual(await told(invoiceId), ['onlinepayment.failed', ...PAID])
  })

  test(`${name}: what was paid on a page before it ended is found when the payer comes again`, async () => {
    const { id, payer } = await link()
    await payer.choose('continue')
    pay()
    await app.sql("update online_payment set checkout_expires_at = now() - interval '1 hour' where id = $1", [id])
    const before = opened()
    await payer.choose('continue')
    assert.deepEqual([await statusOf(id), opened()], ['SUCCESS', before])
  })

  test(`${name}: a provider that fails costs nothing, and the next attempt is the same one`, async () => {
    const { id, payer } = await link()
    fail()
    const answer = await payer.choose('continue')
    assert.match(String(answer.headers.get('location')), /notice=unreachable/)
    assert.match(await payer.page('?lang=en&notice=unreachable'), /cannot be reached/)
    assert.match(String((await payer.choose('continue')).headers.get('location')), page)
    const [row] = await app.sql('select checkout_attempt from online_payment where id = $1', [id])
    assert.deepEqual(row, { checkout_attempt: 1 })
  })

  test(`${name}: a program that died while it opened a page opens no second one`, async () => {
    const { id, payer } = await link()
    await payer.choose('continue')
    const before = opened()
    await app.sql(
      `update online_payment set checkout_reference = null, checkout_url = null, checkout_until = now() - interval '1 second' where id = $1`,
      [id],
    )
    assert.match(String((await payer.choose('continue')).headers.get('location')), page)
    assert.equal(opened(), before)
  })

  test(`${name}: no payer is sent to pay what is not owed any more`, async () => {
    const { invoiceId, payer } = await link()
    await payer.choose('continue')
    await api.call(recordPayment, { invoiceId, amount: 100, type: 'CASH' })
    const answer = await payer.choose('continue')
    assert.match(String(answer.headers.get('location')), /^\/pay\/[0-9a-f]{32}\?lang=en$/)
  })

  test(`${name}: a page that outlives its link is ended there, and what was paid on it before that counts`, async () => {
    const { id, invoiceId, payer } = await link()
    await payer.choose('continue')
    await api.call(recordPayment, { invoiceId, amount: 100, type: 'CASH' })
    assert.equal(hasEnded(), false)
    await runJobs(app, { settings: apis })
    assert.equal(hasEnded(), true)
    assert.equal(await statusOf(id), 'FAILED')
    const late = await link()
    await late.payer.choose('continue')
    await api.call(recordPayment, { invoiceId: late.invoiceId, amount: 100, type: 'CASH' })
    pay()
    await runJobs(app, { settings: apis })
    assert.deepEqual([hasEnded(), await statusOf(late.id)], [false, 'SUCCESS'])
    assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
  })

  test(`${name}: what names no payment of ours is taken and changes nothing`, async () => {
    const { payer } = await link()
    await payer.choose('continue')
    const paid = pay()
    const before = calls()
    await app.sql(
      `update online_payment set checkout_reference = 'gone', id = 'opy_gone' where id = (
      select id from online_payment where company_id = $1 order by created_at desc limit 1)`,
      [clinic.company_id],
    )
    assert.equal(await tell(paid), 200)
    assert.equal(calls(), before, 'and no gateway is asked about it')
  })
}

test('moyasar: a notice that anybody could have sent is believed only as far as Moyasar confirms it', async () => {
  const { api, clinic } = withMoyasar
  const { id: invoiceId } = await issueInvoice(app, withMoyasar, 100)
  const { data } = (await api.call(createPaymentLink, { invoiceId })).body
  await payerAt(app, data.paymentLink).choose('continue')
  const invoice = moyasar.invoices.at(-1)
  const claimed = { ...moyasar.notice(invoice), body: JSON.stringify({ ...invoice, status: 'paid' }) }
  assert.equal((await sendCallback(app, clinic, claimed, 'moyasar')).status, 200)
  assert.equal((await api.call(getOnlinePayment, { id: data.id })).body.data.status, 'PENDING')
  moyasar.pay(invoice)
  await sendCallback(app, clinic, moyasar.notice(invoice), 'moyasar')
  const paid = (await api.call(getOnlinePayment, { id: data.id })).body.data
  assert.deepEqual([paid.status, paid.extraFees], ['SUCCESS', 1.75])
})

test('stripe: dinars that do not end in a zero cannot be charged, and that is said when the link is made', async () => {
  const { clinic, api } = await app.practice()
  const values = { currency: 'KWD', country: 'KW' }
  await app.sql("update clinic set currency = 'KWD', country = 'KW' where company_id = $1", [clinic.company_id])
  const abroad = { ...withStripe, clinic: { ...clinic, ...values }, api }
  const branch = await app.branch(clinic)
  const kuwait = { ...abroad, branch, doctor: await app.doctor([branch]), patient: await app.patient(branch) }
  await payingOnline(app, kuwait.clinic, { provider: 'stripe', settings: STRIPE_ACCOUNT })
  const { id: invoiceId } = await issueInvoice(app, kuwait, 1.234)
  const refused = await api.call(createPaymentLink, { invoiceId })
  assert.deepEqual([refused.status, refused.body.error.details?.issues?.[0]?.path], [400, '/amount'])
  assert.equal((await api.call(createPaymentLink, { invoiceId, amount: 1.23 })).status, 201)
})

test('a payment whose callback is lost is found in the background, and a page that ended unpaid has failed', async () => {
  const { api, clinic } = withStripe
  await app.sql('delete from graphile_worker._private_jobs')
  const open = async () => {
    const { id: invoiceId } = await issueInvoice(app, withStripe, 100)
    const { data } = (await api.call(createPaymentLink, { invoiceId })).body
    await payerAt(app, data.paymentLink).choose('continue')
    return { ...data, session: stripe.sessions.at(-1) }
  }
  const lookLater = async () => {
    await hastenJobs(app)
    await runJobs(app, { settings: apis })
  }
  const statusOf = async ({ id }: { id: string }) => (await api.call(getOnlinePayment, { id })).body.data.status
  const [paid, ended, waiting, closed] = [await open(), await open(), await open(), await open()]
  stripe.pay(paid.session)
  await api.call(recordPayment, { invoiceId: closed.invoiceId, amount: closed.amount, type: 'CASH' })
  assert.equal(await statusOf(closed), 'FAILED')
  stripe.pay(closed.session)
  stripe.expire(ended.session)
  await lookLater()
  assert.deepEqual(await Promise.all([paid, ended, waiting, closed].map(statusOf)), [
    'SUCCESS',
    'FAILED',
    'PENDING',
    'SUCCESS',
  ])
  stripe.pay(waiting.session)
  stripe.next(
    { status: 500, body: { error: { type: 'api_error' } } },
    { status: 500, body: { error: { type: 'api_error' } } },
  )
  await lookLater()
  assert.equal(await statusOf(waiting), 'PENDING', 'the gateway could not be asked')
  await lookLater()
  assert.equal(await statusOf(waiting), 'SUCCESS')
  const asked = stripe.asked.length
  await lookLater()
  assert.equal(stripe.asked.length, asked, 'what is final is not asked about again')
  assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
})

test('staff give an online payment back through its gateway, once, and only what was paid', async () => {
  for (const [practice, gateway] of [
    [withStripe, stripe],
    [withMoyasar, moyasar],
  ] as const) {
    const { api, clinic } = practice
    const { id: invoiceId } = await issueInvoice(app, practice, 100)
    const { id, paymentLink } = (await api.call(createPaymentLink, { invoiceId })).body.data
    const { cookie } = await staffMember(app, clinic, 'owner')
    const desk = staffClient(app, () => cookie)
    const giveBack = () => desk.call(refundOnlinePayment, { id, reason: 'Was not done' })
    const early = await giveBack()
    assert.deepEqual([early.status, early.body.error.details?.from], [409, 'CREATED'])
    await payerAt(app, paymentLink).choose('continue')
    if (gateway === stripe) stripe.pay(stripe.sessions.at(-1))
    else moyasar.pay(moyasar.invoices.at(-1))
    await payerAt(app, paymentLink).get('?back=1')
    const answers = await Promise.all([giveBack(), giveBack()])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409])
    // One of them is asked a second time immediately.
    const failures = gateway === stripe ? 2 : 1
    gateway.next(...Array.from({ length: failures }, () => ({ status: 500, body: {} })))
    await runJobs(app, { settings: apis })
    assert.equal((await api.call(getOnlinePayment, { id })).body.data.status, 'SUCCESS', 'the gateway did not answer')
    await hastenJobs(app)
    await runJobs(app, { settings: apis })
    assert.equal((await giveBack()).body.error.details?.from, 'REFUND')
    assert.equal((await api.call(getOnlinePayment, { id })).body.data.status, 'REFUND')
    assert.deepEqual((await eventsOf(app, invoiceId)).map(([type]) => type).slice(4), [
      'payment.refunded',
      'invoice.updated',
      'onlinepayment.refunded',
    ])
    assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
  }
})
