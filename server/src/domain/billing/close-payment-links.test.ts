import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Static } from '@clinic/contract/kernel.ts'
import {
  createPaymentLink,
  getOnlinePayment,
  listOnlinePayments,
  type OnlinePayment,
} from '@clinic/contract/online-payments.ts'
import { recordPayment } from '@clinic/contract/payments.ts'
import { cancelOnlinePayment } from '@clinic/contract/staff/online-payments.ts'
import { startApp } from '../../../test/support/app/harness.ts'
import { hastenJobs, runJobs } from '../../../test/support/app/jobs.ts'
import { issueInvoice, moneyMismatches } from '../../../test/support/clinic/money.ts'
import {
  eventsOf,
  payerAt,
  payingOnline,
  sandboxOf,
  sendCallback,
} from '../../../test/support/clinic/online-payments.ts'
import { SESSIONS } from '../../../test/support/database/sessions.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { staffClient, staffMember } from '../../../test/support/staff/scene.ts'
import { changeInvoice } from '../invoicing/change-invoice.ts'
import { keepCheckout, startCheckout } from './checkout.ts'
import { payFromCredit } from './pay-from-credit.ts'
import type { GatewayOutcome } from './payment-gateway.ts'
import { refundPayment } from './refund-payment.ts'
import { takeDeposit } from './take-deposit.ts'

const app = await startApp()
const practice = await app.practice()
const { clinic, branch, patient, api } = practice
await payingOnline(app, clinic)

type Link = Static<typeof OnlinePayment>
const linkOn = async (invoiceId: string, amount?: number): Promise<Link> =>
  (await api.call(createPaymentLink, { invoiceId, amount })).body.data
const link = async (price = 100): Promise<Link> => linkOn((await issueInvoice(app, practice, price)).id)
const payCash = (invoiceId: string, amount: number) => api.call(recordPayment, { invoiceId, amount, type: 'CASH' })
const tell = async ({ id, amount }: Link, outcome: GatewayOutcome): Promise<number> => {
  const news = { id, reference: 'any', outcome, amountMinor: amount * 100, currency: 'SAR' }
  return (await sendCallback(app, clinic, sandboxOf(clinic).callback(news))).status
}
const shown = async ({ id }: Link) => {
  const { status, paymentLink } = (await api.call(getOnlinePayment, { id })).body.data
  const [row] = await app.sql<{ closed_reason: string | null }>(
    'select closed_reason from online_payment where id = $1',
    [id],
  )
  return { status, paymentLink, reason: row?.closed_reason }
}
const onlineEvents = async ({ invoiceId }: Link) =>
  (await eventsOf(app, invoiceId)).filter(([type]) => type.startsWith('onlinepayment'))

const PAID_ELSEWHERE = { status: 'FAILED', paymentLink: null, reason: 'PAID_ELSEWHERE' }
const AMOUNT_CHANGED = { status: 'FAILED', paymentLink: null, reason: 'AMOUNT_CHANGED' }
const FAILED_ONCE = [['onlinepayment.failed', { status: 'CREATED' }]]

test('a link whose invoice is paid elsewhere fails with the reason and is told of once', async () => {
  const open = await link()
  await payCash(open.invoiceId, 100)
  assert.deepEqual(await shown(open), PAID_ELSEWHERE)
  assert.deepEqual(await onlineEvents(open), FAILED_ONCE)
  for (const outcome of ['FAILED', 'PENDING', 'FAILED'] as const) await tell(open, outcome)
  assert.deepEqual([await shown(open), await onlineEvents(open)], [PAID_ELSEWHERE, FAILED_ONCE])
})

test('credit, another link and a smaller bill close a link as cash does', async () => {
  const byCredit = await link()
  await app.write(clinic, tx =>
    takeDeposit(tx, { patientId: patient.id, branchId: branch.id, amountMinor: 10_000, type: 'CASH' }),
  )
  await app.write(clinic, tx => payFromCredit(tx, { invoiceId: byCredit.invoiceId }))
  assert.deepEqual(await shown(byCredit), PAID_ELSEWHERE)
  const byLink = await link()
  const other = await linkOn(byLink.invoiceId)
  await tell(other, 'SUCCESS')
  assert.deepEqual([await shown(byLink), (await shown(other)).status], [PAID_ELSEWHERE, 'SUCCESS'])
  const byChange = await link()
  const lines = [{ name: 'Less', unitMinor: 9_000, taxPercent: 0 }]
  await app.write(clinic, tx => changeInvoice(tx, { id: byChange.invoiceId, lines }))
  assert.deepEqual([await shown(byChange), await onlineEvents(byChange)], [AMOUNT_CHANGED, FAILED_ONCE])
})

test('of a partly paid invoice the links over more than is left fail; a new one is for what is left', async () => {
  const whole = await link()
  const small = await linkOn(whole.invoiceId, 30)
  await payCash(whole.invoiceId, 60)
  assert.deepEqual(await shown(whole), AMOUNT_CHANGED)
  assert.deepEqual((await shown(small)).status, 'CREATED')
  assert.equal((await linkOn(whole.invoiceId)).amount, 40)
  assert.deepEqual(await onlineEvents(whole), FAILED_ONCE)
})

test('a link that was declined before is closed without a second event, and one that may still be paid stays', async () => {
  const declined = await link()
  await tell(declined, 'FAILED')
  assert.notEqual((await shown(declined)).paymentLink, null)
  await payCash(declined.invoiceId, 100)
  assert.deepEqual([await shown(declined), await onlineEvents(declined)], [PAID_ELSEWHERE, FAILED_ONCE])
})

test('a closed link never opens again, not even when what closed it is given back', async () => {
  const open = await link()
  const { id } = (await payCash(open.invoiceId, 100)).body.data
  await app.write(clinic, tx => refundPayment(tx, { id }))
  await payerAt(app, open.paymentLink).choose('pay')
  assert.deepEqual([await shown(open), await onlineEvents(open)], [PAID_ELSEWHERE, FAILED_ONCE])
})

const noticesOn = (invoiceId: string) =>
  app.sql("select kind, data from clinic_notice where data->>'invoiceId' = $1 order by id", [invoiceId])

test('money that comes in through a closed link counts, what is too much is the patient’s credit, and the desk is told once', async () => {
  const expected = await link()
  await tell(expected, 'SUCCESS')
  assert.deepEqual(await noticesOn(expected.invoiceId), [])
  const open = await link()
  await payCash(open.invoiceId, 100)
  await tell(open, 'SUCCESS')
  assert.equal((await shown(open)).status, 'SUCCESS')
  assert.deepEqual((await onlineEvents(open)).slice(1), [
    ['onlinepayment.succeeded', { status: 'FAILED', paymentId: null }],
  ])
  await tell(open, 'SUCCESS')
  const [invoice] = await app.sql<{ reference_id: number }>('select reference_id from invoice where id = $1', [
    open.invoiceId,
  ])
  const data = {
    branchId: branch.id,
    invoiceId: open.invoiceId,
    invoiceNumber: invoice?.reference_id,
    amount: 100,
    credit: 100,
    currency: 'SAR',
  }
  assert.deepEqual(await noticesOn(open.invoiceId), [{ kind: 'online_payment_late', data }])
  assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
})

test('money that a closed link gave back by itself is nothing for the desk', async () => {
  const open = await link()
  await payCash(open.invoiceId, 100)
  await tell(open, 'REFUND')
  assert.deepEqual([(await shown(open)).status, await noticesOn(open.invoiceId)], ['REFUND', []])
})

test('a payer whose link is closed while the gateway opens its page is not sent there, and the page is still heard of', async () => {
  const { id, invoiceId } = await link()
  const start = await app.write(clinic, tx => startCheckout(tx, id))
  assert.equal(start.todo, 'open')
  await payCash(invoiceId, 100)
  const opened = { reference: 'page 1', url: 'https://pay.example/1', isRemote: true }
  assert.equal(await app.write(clinic, tx => keepCheckout(tx, { id, attempt: 1, ...opened })), false)
  assert.deepEqual(await app.write(clinic, tx => startCheckout(tx, id)), { todo: 'nothing' })
  const [asked] = await app.sql<{ times: number }>(
    "select count(*)::int as times from graphile_worker._private_jobs where payload->>'onlinePaymentId' = $1 and payload->'attempt' is not null",
    [id],
  )
  assert.deepEqual(asked, { times: 1 })
})

const { cookie } = await staffMember(app, clinic, 'receptionist')
const desk = staffClient(app, () => cookie)
const REASONS = {
  PAID_ELSEWHERE: {
    en: 'Nothing to pay: this invoice is already paid.',
    ar: 'لا شيء للدفع: سُدِّدت هذه الفاتورة.',
    end: (open: Link) => payCash(open.invoiceId, 100),
  },
  AMOUNT_CHANGED: {
    en: 'The amount changed. Ask the clinic for a new link.',
    ar: 'تغيّر المبلغ. اطلب رابطًا جديدًا.',
    end: (open: Link) => payCash(open.invoiceId, 40),
  },
  CANCELED: {
    en: 'The clinic closed this link. Nothing was charged.',
    ar: 'ألغت العيادة الرابط ولم يُخصم شيء.',
    end: ({ id }: Link) => desk.call(cancelOnlinePayment, { id, reason: 'Pays at the desk' }),
  },
  EXPIRED: {
    en: 'This link expired. Ask the clinic for a new one.',
    ar: 'انتهت صلاحية الرابط. اطلب رابطًا جديدًا.',
    async end({ id }: Link) {
      await app.sql("update online_payment set expires_at = now() - interval '1 second' where id = $1", [id])
      await hastenJobs(app)
      await runJobs(app)
    },
  },
}
/** What of the patient's money is credit, in major units. */
const credit = async () => {
  const [row] = await app.sql<{ balance: number }>('select balance_minor / 100 as balance from patient where id = $1', [
    patient.id,
  ])
  return Number(row?.balance)
}
/** What the invoice still takes of what comes late. */
const NEEDED: Readonly<Record<string, number>> = { PAID_ELSEWHERE: 0, AMOUNT_CHANGED: 60, CANCELED: 100, EXPIRED: 100 }
for (const [reason, { end, ...words }] of Object.entries(REASONS))
  test(`${reason}: the link fails with one event, its page is gone, and what is paid late is credit, which the desk is told of`, async () => {
    await app.sql("update branch set phones = array['+966110000100'] where id = $1", [branch.id])
    const open = await link(100)
    const payer = payerAt(app, open.paymentLink)
    await payer.get('?lang=en')
    await end(open)
    assert.deepEqual(await shown(open), { status: 'FAILED', paymentLink: null, reason })
    assert.deepEqual(await onlineEvents(open), FAILED_ONCE)
    for (const [language, told] of Object.entries(words)) {
      const answer = await payer.get(`?lang=${language}&notice=confirming`)
      const page = await answer.text()
      assert.equal(answer.status, 410)
      assert.ok(page.includes(told), page)
      assert.match(page, /href="tel:\+966110000100"/)
      assert.doesNotMatch(page, /100\.00|class="amount"|<button|To pay|المطلوب|http-equiv/)
    }
    const before = await credit()
    await tell(open, 'SUCCESS')
    assert.equal(await credit(), before + 100 - (NEEDED[reason] ?? 0), 'what the invoice did not need')
    assert.equal((await noticesOn(open.invoiceId)).length, 1)
    assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
  })

test('a link whose time is over is not paid any more, also before it is closed', async () => {
  const open = await link()
  const payer = payerAt(app, open.paymentLink)
  await app.sql("update online_payment set expires_at = now() - interval '1 second' where id = $1", [open.id])
  await payer.choose('pay')
  const answer = await payer.get('?lang=en')
  assert.equal(answer.status, 410)
  assert.match(await answer.text(), /This link expired/)
  assert.equal((await shown(open)).status, 'CREATED')
  const refused = await desk.call(cancelOnlinePayment, { id: open.id, reason: 'Too late' })
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'invalid_state_transition'])
})

test('links that are made while the invoice is paid never ask for more than is left', async () => {
  const { id: invoiceId } = await issueInvoice(app, practice, 100)
  const links = Array.from({ length: 8 }, () => api.call(createPaymentLink, { invoiceId }))
  await Promise.all([...links, payCash(invoiceId, 60)])
  const open = await api.all(listOnlinePayments, { invoiceId, status: 'CREATED' })
  assert.deepEqual(
    open.filter(({ amount }) => amount > 40),
    [],
  )
})

test('settled, given back and paid elsewhere at the same time, nothing waits in a circle and no payer is charged twice', async () => {
  for (let round = 0; round < 10; round++) {
    const first = await link()
    const second = await linkOn(first.invoiceId)
    await tell(first, 'SUCCESS')
    const { paymentId } = (await api.call(getOnlinePayment, { id: first.id })).body.data
    const statuses = await Promise.all([
      tell(first, 'REFUND'),
      app.write(clinic, tx => refundPayment(tx, { id: String(paymentId), alreadyGone: true })).then(() => 200),
      payCash(first.invoiceId, 100).then(({ status }) => (status === 201 || status === 422 ? 200 : status)),
      tell(second, 'SUCCESS'),
      tell(second, 'FAILED'),
      tell(first, 'REFUND'),
      payCash(first.invoiceId, 50).then(({ status }) => (status === 201 || status === 422 ? 200 : status)),
      tell(second, 'SUCCESS'),
    ])
    assert.deepEqual(new Set(statuses), new Set([200]))
  }
  assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
})

test('who settles or gives back locks the invoice before anything of it, as who pays does', async () => {
  const paid = await link()
  await tell(paid, 'SUCCESS')
  const { paymentId } = (await api.call(getOnlinePayment, { id: paid.id })).body.data
  const rows = [
    ['online_payment', paid.id, () => tell(paid, 'REFUND')],
    ['payment', String(paymentId), () => app.write(clinic, tx => refundPayment(tx, { id: String(paymentId) }))],
  ] as const
  for (const [table, id, give] of rows) {
    const giving = await app.write(clinic, async tx => {
      await tx.lock('invoice', paid.invoiceId)
      const given = { end: give() }
      await eventually(waiting, true)
      await app.sql(`select from ${table} where id = $1 for update nowait`, [id])
      return given
    })
    await giving.end
  }
  assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
})

const waiting = async () => (await app.sql(`select from ${SESSIONS} where wait_event_type = 'Lock'`)).length > 0
