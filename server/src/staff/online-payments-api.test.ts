import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Input } from '@clinic/contract/kernel.ts'
import { getClinicInvoice } from '@clinic/contract/staff/invoices.ts'
import {
  cancelOnlinePayment,
  createClinicOnlinePayment,
  listClinicOnlinePayments,
  refundOnlinePayment,
  sendOnlinePayment,
} from '@clinic/contract/staff/online-payments.ts'
import { getClinicPayment } from '@clinic/contract/staff/payments.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { hastenJobs, runJobs } from '../../test/support/app/jobs.ts'
import { template } from '../../test/support/clinic/message-templates.ts'
import { issueInvoice, moneyMismatches } from '../../test/support/clinic/money.ts'
import { eventsOf, payerAt, payingOnline } from '../../test/support/clinic/online-payments.ts'
import { staffClient, staffMember } from '../../test/support/staff/scene.ts'
import { onlineRefund } from '../domain/billing/refund-online.ts'
import { providerNamed, useProvider } from '../domain/providers/clinic-provider.ts'

const app = await startApp()
const practice = await app.practice()
const { clinic, branch, doctor } = practice
await payingOnline(app, clinic)
const patient = await app.patient(branch, { phone_number: '+966500000123', email: 'sara@example.com', language: 'ar' })

async function as(role: string, practitioner?: { id: string } | null, of: { company_id: string } = clinic) {
  const { cookie } = await staffMember(app, of, role, practitioner)
  return staffClient(app, () => cookie)
}
const [cashier, accountant, limited] = [
  await as('receptionist'),
  await as('accountant'),
  await as('receptionist', doctor),
]
const bill = (price = 100, patientId = patient.id) => issueInvoice(app, practice, price, { patientId })
const make = (input: Input<typeof createClinicOnlinePayment>, client = cashier) =>
  client.call(createClinicOnlinePayment, input)
const link = async (price = 100) => {
  const { status, body, text } = await make({ invoiceId: (await bill(price)).id, channel: 'none' })
  assert.equal(status, 201, text)
  return body.data
}
const found = async (query: object, client = cashier) =>
  (await client.all(listClinicOnlinePayments, { ...query })).map(({ id }) => id)
const messages = (like: string) =>
  app.sql<{ channel: string; text: string }>(
    'select channel, text from communication where company_id = $1 and text like $2 order by created_at, id',
    [clinic.company_id, `%${like}%`],
  )
const refusal = ({ status, body }: { status: number; body: { error: { code: string; details?: object } } }) => [
  ...[status, body.error.code],
  body.error.details,
]

test('the desk makes a link over what is left and sends it in the language of the patient; resent it is the same address', async () => {
  const { id: invoiceId, reference_id } = await bill(402.5)
  const { status, body } = await make({ invoiceId, channel: 'sms' })
  const { id, state, amount, invoiceNumber, patientId, allowed, sentAt, expiresAt, paymentLink, createdAt } = body.data
  assert.deepEqual([status, state, amount, invoiceNumber, patientId], [201, 'OPEN', 402.5, reference_id, patient.id])
  assert.deepEqual([allowed, sentAt !== null], [['SEND', 'CANCEL'], true])
  assert.equal(Date.parse(String(expiresAt)) - Date.parse(createdAt), 90 * 86_400_000)
  const again = await cashier.call(sendOnlinePayment, { id, channel: 'email' })
  assert.deepEqual([again.status, again.body.data.paymentLink], [201, paymentLink])
  const sent = await messages(String(paymentLink))
  assert.deepEqual(
    sent.map(({ channel }) => channel),
    ['sms', 'email'],
  )
  for (const { text } of sent) assert.match(text, /يمكنك سداد فاتورتك من هنا/)
  const { id: templateId } = await template(app, clinic, { body: 'Pay here: {{1}}', variable_count: 1 })
  await cashier.call(sendOnlinePayment, { id, channel: 'whatsapp', templateId })
  assert.equal((await messages(`Pay here: ${paymentLink}`)).length, 1)
})

test('a link is made once for a key, over at most what is left, and only where it can be sent as it is wished', async () => {
  const { id: invoiceId } = await bill()
  const key = 'desk 1'
  const send = () => cashier.call(createClinicOnlinePayment, { invoiceId, channel: 'sms' }, { key })
  const [first, second] = [await send(), await send()]
  assert.equal(first.body.data.id, second.body.data.id)
  assert.equal((await messages(String(first.body.data.paymentLink))).length, 1)
  assert.deepEqual(refusal(await make({ invoiceId, amount: 100.01, channel: 'none' })), [
    ...[422, 'amount_exceeds_pending'],
    { pending: 100 },
  ])
  const mute = await app.patient(branch, { phone_number: null, email: null })
  const silent = await bill(50, mute.id)
  for (const [channel, code] of [
    ['sms', 'patient_has_no_phone'],
    ['email', 'validation_failed'],
    ['whatsapp', 'validation_failed'],
  ] as const)
    assert.equal((await make({ invoiceId: silent.id, channel })).body.error.code, code)
  assert.deepEqual(await found({ invoiceId: silent.id }), [])
  const draft = await issueInvoice(app, practice, 10, { release: false })
  assert.equal((await make({ invoiceId: draft.id, channel: 'none' })).body.error.code, 'invalid_state_transition')
})

test('links are found newest first by what came of them', async () => {
  const [open, failed, paid, closed] = [await link(), await link(), await link(), await link()]
  await payerAt(app, failed.paymentLink).choose('decline')
  await payerAt(app, paid.paymentLink).choose('pay')
  await cashier.call(cancelOnlinePayment, { id: closed.id, reason: 'Pays at the desk' })
  for (const [state, { id, invoiceId }] of Object.entries({ OPEN: open, FAILED: failed, PAID: paid, CLOSED: closed })) {
    assert.equal((await found({ state }))[0], id)
    assert.deepEqual(await found({ state, invoiceId }), [id])
  }
  assert.deepEqual(await found({ state: 'REFUNDED', invoiceId: paid.invoiceId }), [])
  assert.deepEqual(
    (await found({ branchId: branch.id, limit: 1 })).slice(0, 4),
    [closed, paid, failed, open].map(({ id }) => id),
  )
})

test('a closed link is told of once, says who closed it why to nobody outside, and is closed for good', async () => {
  const open = await link()
  const close = () => cashier.call(cancelOnlinePayment, { id: open.id, reason: '<b>Pays</b> at the desk' })
  const [first, second] = await Promise.all([close(), close()])
  assert.deepEqual([first.status, second.status].toSorted(), [201, 409])
  assert.deepEqual(
    (await eventsOf(app, open.invoiceId)).filter(([type]) => type.startsWith('online')),
    [['onlinepayment.failed', { status: 'CREATED' }]],
  )
  const page = await (await payerAt(app, open.paymentLink).get()).text()
  assert.doesNotMatch(page, /Pays/)
  const [entry] = await cashier.all(listClinicOnlinePayments, { invoiceId: open.invoiceId })
  assert.deepEqual([entry?.closedReason, entry?.paymentLink, entry?.allowed], ['CANCELED', null, []])
  const sent = await cashier.call(sendOnlinePayment, { id: open.id, channel: 'sms' })
  assert.deepEqual(refusal(sent), [409, 'invalid_state_transition', { from: 'CANCELED', to: 'SENT' }])
})

test('what was paid by a link goes back through the gateway once, with the reason, and its invoice is open again', async () => {
  const paid = await link()
  await payerAt(app, paid.paymentLink).choose('pay')
  const giveBack = (client = accountant) => client.call(refundOnlinePayment, { id: paid.id, reason: 'Was not done' })
  assert.equal((await giveBack(cashier)).status, 403)
  const { status, body } = await giveBack()
  assert.deepEqual([status, body.data.state, body.data.refundAskedAt !== null], [201, 'PAID', true])
  assert.deepEqual(body.data.allowed, [])
  assert.deepEqual(refusal(await giveBack()), [
    ...[409, 'invalid_state_transition'],
    { from: 'BEING_REFUNDED', to: 'REFUND' },
  ])
  await runJobs(app)
  const [entry] = await accountant.all(listClinicOnlinePayments, { invoiceId: paid.invoiceId })
  assert.equal(entry?.state, 'REFUNDED')
  const payment = (await accountant.call(getClinicPayment, { id: String(entry?.paymentId) })).body.data
  assert.deepEqual([payment.refunded, payment.refundReason], [true, 'Was not done'])
  assert.equal((await accountant.call(getClinicInvoice, { id: paid.invoiceId })).body.data.pendingPayment, 100)
  const told = (await eventsOf(app, paid.invoiceId)).map(([type]) => type).slice(4)
  // Of one transaction, and maybe of one millisecond.
  assert.deepEqual(told.toSorted(), ['invoice.updated', 'onlinepayment.refunded', 'payment.refunded'])
  assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
})

test('a refund that the gateway refuses to the end is shown as failed, and can be asked for again', async () => {
  const paid = await link()
  await payerAt(app, paid.paymentLink).choose('pay')
  await accountant.call(refundOnlinePayment, { id: paid.id, reason: 'Was not done' })
  const before = await app.write(clinic, tx => providerNamed(tx, 'payments', 'sandbox'))
  await app.sql("delete from clinic_provider where company_id = $1 and provider = 'sandbox'", [clinic.company_id])
  for (let tries = 0; tries < onlineRefund.attempts; tries++) {
    await runJobs(app)
    await hastenJobs(app)
  }
  await app.write(clinic, tx => useProvider(tx, 'payments', before ?? assert.fail()))
  const shown = async () => (await accountant.all(listClinicOnlinePayments, { invoiceId: paid.invoiceId }))[0]
  const failed = await shown()
  assert.deepEqual([failed?.state, failed?.status, failed?.allowed], ['FAILED', 'SUCCESS', ['REFUND']])
  await accountant.call(refundOnlinePayment, { id: paid.id, reason: 'Was not done' })
  await runJobs(app)
  assert.equal((await shown())?.state, 'REFUNDED')
})

test('links of patients out of sight, and of other clinics, are not there', async () => {
  const elsewhere = await app.branch(clinic)
  const there = await app.patient(elsewhere)
  const far = await issueInvoice(app, practice, 10, { patientId: there.id, branchId: elsewhere.id })
  const hidden = (await make({ invoiceId: far.id, channel: 'none' })).body.data
  const other = await app.practice()
  const stranger = await as('owner', null, other.clinic)
  for (const client of [limited, stranger]) {
    const refusals = [
      await make({ invoiceId: far.id, channel: 'none' }, client),
      await client.call(sendOnlinePayment, { id: hidden.id, channel: 'sms' }),
      await client.call(cancelOnlinePayment, { id: hidden.id, reason: 'Mine' }),
    ]
    assert.deepEqual(
      refusals.map(({ status, body }) => [status, body.error.details?.resource]),
      [
        [404, 'invoice'],
        [404, 'online_payment'],
        [404, 'online_payment'],
      ],
    )
    assert.ok(!(await found({}, client)).includes(hidden.id))
  }
  assert.equal((await stranger.call(refundOnlinePayment, { id: hidden.id, reason: 'Mine' })).status, 404)
})
