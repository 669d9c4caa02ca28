import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getInvoice } from '@clinic/contract/invoices.ts'
import { createPaymentLink } from '@clinic/contract/online-payments.ts'
import {
  getClinicInvoice,
  issueInvoice as issue,
  listClinicInvoices,
  voidInvoice,
} from '@clinic/contract/staff/invoices.ts'
import { payInvoice } from '@clinic/contract/staff/tenders.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { claimOf, insuredInvoice, newInsurer } from '../../test/support/clinic/claims.ts'
import { reportToSandbox } from '../../test/support/clinic/e-invoicing.ts'
import { issueInvoice as bill, moneyMismatches } from '../../test/support/clinic/money.ts'
import { eventsOf, payerAt, payingOnline } from '../../test/support/clinic/online-payments.ts'
import { staffClient, staffMember } from '../../test/support/staff/scene.ts'
import { recordPayment } from '../domain/billing/record-payment.ts'
import { refundPayment } from '../domain/billing/refund-payment.ts'
import { changeClaim } from '../domain/claims/change-claim.ts'
import { addTreatment } from '../domain/clinical/add-treatment.ts'
import { changeInvoice } from '../domain/invoicing/change-invoice.ts'

const app = await startApp()
const practice = await app.practice()
const { clinic, branch, patient, api } = practice
const { cookie } = await staffMember(app, clinic, 'accountant')
const accountant = staffClient(app, () => cookie)
const end = (id: string) => accountant.call(voidInvoice, { id, reason: 'Billed twice' })
const sheet = async (id: string) => (await accountant.call(getClinicInvoice, { id })).body.data
const refusal = ({ status, body }: { status: number; body: { error: { code: string; details?: object } } }) => [
  ...[status, body.error.code],
  body.error.details,
]
const IST = (from: string, to: string) => [409, 'invalid_state_transition', { from, to }]

test('a void invoice keeps its number and its lines, nothing of it is owed, and what was done can be billed again', async () => {
  await payingOnline(app, clinic)
  const { treatment } = await app.write(clinic, tx =>
    addTreatment(tx, { patientId: patient.id, branchId: branch.id, name: 'Crown', priceMinor: 100_000 }),
  )
  const lines = [{ treatmentId: treatment.id }]
  const { id, reference_id } = await bill(app, practice, 0, { lines, discountMinor: 10_000 })
  const { paymentLink } = (await api.call(createPaymentLink, { invoiceId: id })).body.data
  assert.deepEqual((await sheet(id)).allowed, ['PAY', 'VOID', 'CREDIT', 'EDIT'])
  const { status, body } = await end(id)
  const { state, voidReason, total, pendingPayment, items, taxes, allowed, history } = body.data
  assert.deepEqual([status, state, voidReason, total, pendingPayment], [201, 'VOID', 'Billed twice', 0, 0])
  assert.deepEqual([items.map(({ name, net }) => [name, net]), taxes, allowed], [[['Crown', 1000]], [], []])
  assert.deepEqual(
    history.map(({ what }) => what),
    ['CREATED', 'ISSUED', 'LINK', 'LINK_CLOSED', 'VOID'],
  )
  const told = (await api.call(getInvoice, { id })).body.data
  assert.deepEqual([told.referenceId, told.total, told.discount, told.paidInFull], [reference_id, 0, 0, true])
  assert.deepEqual(await eventsOf(app, id), [
    ['invoice.created', null],
    ['onlinepayment.failed', { status: 'CREATED' }],
    ['invoice.updated', { total: 1035, paidInFull: false }],
  ])
  const page = await payerAt(app, paymentLink).get()
  assert.equal(page.status, 410)
  assert.match(await page.text(), /The clinic closed this link\. Nothing was charged\./)
  const again = await bill(app, practice, 0, { lines })
  assert.equal(again.total_minor, 115_000)
  const { data } = (await accountant.list(listClinicInvoices, { state: 'VOID' })).body
  assert.deepEqual(
    data.map(one => one.id),
    [id],
  )
  assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
})

test('what is void is neither issued, paid, changed nor made void again; a draft can be made void', async () => {
  const { id } = await bill(app, practice, 100, { release: false })
  assert.deepEqual((await sheet(id)).allowed, ['ISSUE', 'VOID', 'EDIT'])
  assert.equal((await end(id)).status, 201)
  assert.deepEqual(refusal(await end(id)), IST('VOID', 'VOID'))
  assert.deepEqual(refusal(await accountant.call(issue, { id })), IST('VOID', 'OPEN'))
  const tenders = [{ type: 'CASH' as const, amount: 100 }]
  assert.deepEqual(refusal(await accountant.call(payInvoice, { id, tenders })), IST('VOID', 'PAID'))
  await assert.rejects(
    app.write(clinic, tx => changeInvoice(tx, { id, lines: [{ name: 'Other', unitMinor: 1 }] })),
    { code: 'invalid_state_transition' },
  )
})

test('what is paid on is given back first; of the cashier who pays and the one who makes it void at the same time, one does', async () => {
  const { id } = await bill(app, practice, 100)
  const paid = await app.write(clinic, tx => recordPayment(tx, { invoiceId: id, amount: 40, type: 'CARD' }))
  assert.deepEqual((await sheet(id)).allowed, ['PAY', 'CREDIT'])
  assert.deepEqual(refusal(await end(id)), IST('PAID', 'VOID'))
  await app.write(clinic, tx => refundPayment(tx, { id: paid.id }))
  const tenders = [{ type: 'CASH' as const, amount: 100 }]
  const answers = await Promise.all([end(id), accountant.call(payInvoice, { id, tenders })])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409])
  assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
})

test('an invoice leaves the claim that is planned, and stays once the insurer has it', async () => {
  const insurer = await newInsurer(app, practice)
  const [gone, kept] = [
    await insuredInvoice(app, practice, insurer, 200),
    await insuredInvoice(app, practice, insurer, 300),
  ]
  const claim = await claimOf(app, practice, insurer)
  assert.deepEqual((await sheet(gone.id)).allowed, ['VOID', 'CREDIT', 'EDIT'])
  assert.equal((await end(gone.id)).body.data.claimId, null)
  const counted = await app.sql('select total_minor, invoice_count from claim where id = $1', [claim.id])
  assert.deepEqual(counted, [{ total_minor: 30_000, invoice_count: 1 }])
  await app.write(clinic, tx => changeClaim(tx, { id: claim.id, status: 'IN_REVIEW' }))
  assert.deepEqual((await sheet(kept.id)).allowed, [])
  assert.deepEqual(refusal(await end(kept.id)), IST('IN_REVIEW', 'PLANNING'))
})

test('where invoices are reported a draft takes its report back, and what was handed over is not made void', async () => {
  const own = await app.practice()
  await reportToSandbox(app, own)
  const login = await staffMember(app, own.clinic, 'owner')
  const owner = staffClient(app, () => login.cookie)
  const draft = await bill(app, own, 100, { release: false })
  const { body } = await owner.call(voidInvoice, { id: draft.id, reason: 'Never came' })
  assert.deepEqual([body.data.state, body.data.eInvoiceStatus], ['VOID', 'CANCELLED'])
  const issued = await bill(app, own, 100)
  const refused = await owner.call(voidInvoice, { id: issued.id, reason: 'Never came' })
  assert.deepEqual(refusal(refused), IST('PENDING', 'VOID'))
})
