import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Input } from '@clinic/contract/kernel.ts'
import { createPaymentLink } from '@clinic/contract/online-payments.ts'
import { listEInvoiceReports, retryEInvoiceReport } from '@clinic/contract/staff/einvoice-reports.ts'
import { changeDraft, createDraft, previewInvoiceChange } from '@clinic/contract/staff/invoice-changes.ts'
import { getClinicInvoice, issueInvoice as issue } from '@clinic/contract/staff/invoices.ts'
import { payInvoice } from '@clinic/contract/staff/tenders.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { runJobs } from '../../test/support/app/jobs.ts'
import { doneToday } from '../../test/support/clinic/checkout.ts'
import { claimOf, insuredInvoice, newInsurer } from '../../test/support/clinic/claims.ts'
import { reportToSandbox } from '../../test/support/clinic/e-invoicing.ts'
import { issueInvoice as bill, moneyMismatches } from '../../test/support/clinic/money.ts'
import { eventsOf, payingOnline } from '../../test/support/clinic/online-payments.ts'
import { staffClient, staffMember } from '../../test/support/staff/scene.ts'
import { changeClaim } from '../domain/claims/change-claim.ts'

const app = await startApp()
const practice = await app.practice()
const { clinic, branch, doctor, patient, api } = practice
await payingOnline(app, clinic)

async function as(role: string, practitioner?: { id: string } | null, of: { company_id: string } = clinic) {
  const { cookie } = await staffMember(app, of, role, practitioner)
  return staffClient(app, () => cookie)
}
const [cashier, owner, limited] = [await as('receptionist'), await as('owner'), await as('receptionist', doctor)]
const about = { patientId: patient.id, branchId: branch.id, doctorId: doctor.id }
const sheet = async (id: string, client = cashier) => (await client.call(getClinicInvoice, { id })).body.data
type Change = Omit<Input<typeof changeDraft>, 'id' | 'hash'>
const change = async (id: string, wish: Change, client = cashier) =>
  client.call(changeDraft, { id, hash: (await sheet(id, client)).hash, ...wish })
const refusal = ({ status, body }: { status: number; body: { error: { code: string; details?: object } } }) => [
  ...[status, body.error.code],
  body.error.details,
]
const IST = (from: string) => [409, 'invalid_state_transition', { from, to: 'CHANGED' }]
const pathOf = ({ body }: { body: { error: { details?: { issues?: { path: string }[] } } } }) =>
  body.error.details?.issues?.[0]?.path
const settled = async () => assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])

test('a draft is written as a checkout would bill it: not handed over, its treatments billed once, one for a key', async () => {
  const treatmentId = await doneToday(app, practice, 100_000)
  const wish = { ...about, lines: [{ treatmentId }], discountPercent: 10, discountReason: 'Waited' }
  const key = 'draft 1'
  const { status, body } = await cashier.call(createDraft, wish, { key })
  const { id, state, subtotal, discount, tax, total, wholeDiscount, discountReason, allowed } = body.data
  assert.deepEqual([status, state, subtotal, discount, tax, total], [201, 'DRAFT', 1000, 100, 135, 1035])
  assert.deepEqual([wholeDiscount, discountReason, allowed], [100, 'Waited', ['ISSUE', 'EDIT']])
  assert.equal((await cashier.call(createDraft, wish, { key })).body.data.id, id)
  assert.deepEqual(
    (await eventsOf(app, id)).map(([type]) => type),
    ['invoice.created'],
  )
  const twice = await cashier.call(createDraft, { ...about, lines: [{ treatmentId }] })
  assert.equal(twice.body.error.code, 'invalid_state_transition')
  await settled()
})

test('the discount of a draft binds who sets it, as at a checkout', async () => {
  const lines = [{ treatmentId: await doneToday(app, practice, 10_000) }]
  const silent = await cashier.call(createDraft, { ...about, lines, discountPercent: 5 })
  assert.equal(pathOf(silent), '/discountReason')
  const much = { ...about, lines, discountPercent: 12, discountReason: 'Waited' }
  const refused = await cashier.call(createDraft, much)
  assert.deepEqual([refused.status, refused.body.error.code], [422, 'discount_above_limit'])
  const { body } = await owner.call(createDraft, much)
  assert.equal(body.data.discount, 12)
  // What was given stays given when another changes something else.
  const kept = await change(body.data.id, { doctorId: null })
  assert.deepEqual([kept.status, kept.body.data.doctorId, kept.body.data.discount], [200, null, 12])
  assert.equal((await change(body.data.id, { discountPercent: 13 })).body.error.code, 'discount_above_limit')
})

test('items that are kept keep name and price, others are added, what is left out can be billed again', async () => {
  const [first, second] = [await doneToday(app, practice, 50_000), await doneToday(app, practice, 30_000)]
  const { body } = await cashier.call(createDraft, {
    ...about,
    lines: [{ treatmentId: first }, { treatmentId: second }],
  })
  const { id, items } = body.data
  await app.sql("update treatment set name = 'Renamed' where id = $1", [first])
  const lines = [{ lineId: String(items[0]?.id), discount: 50 }]
  const preview = (await cashier.call(previewInvoiceChange, { id, lines })).body.data
  const { status, body: after } = await change(id, { lines })
  assert.equal(status, 200)
  const { subtotal, discount, tax, total, insurance, pendingPayment: due } = after.data
  assert.deepEqual(
    [preview.subtotal, preview.discount, preview.tax, preview.total, preview.insurance, preview.due],
    [subtotal, discount, tax, total, insurance, due],
  )
  assert.deepEqual([subtotal, discount, total], [500, 50, 517.5])
  assert.deepEqual(
    after.data.items.map(({ name }) => name),
    ['Filling'],
  )
  const again = await cashier.call(createDraft, { ...about, lines: [{ treatmentId: second }] })
  assert.equal(again.status, 201)
  const events = (await eventsOf(app, id)).map(([type]) => type)
  assert.deepEqual(events, ['invoice.created', 'invoice.updated'])
  await settled()
})

test('a change is for the invoice as it was shown: of two who change it the second is told how it is now', async () => {
  const { id } = await bill(app, practice, 100, { release: false })
  const { hash, items } = await sheet(id)
  const lines = [{ lineId: String(items[0]?.id), quantity: 2 }]
  const both = await Promise.all([1, 2].map(() => cashier.call(changeDraft, { id, hash, lines })))
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
  const late = both.find(({ status }) => status === 409)
  assert.equal(late?.body.error.code, 'price_changed')
  const { preview } = late?.body.error.details ?? {}
  assert.deepEqual(preview, JSON.parse(JSON.stringify(await sheet(id))))
})

test('what is issued is changed while nothing is paid on it and no insurer has it, and links over more than is left close', async () => {
  const { id } = await bill(app, practice, 100)
  const { data: link } = (await api.call(createPaymentLink, { invoiceId: id })).body
  const [item] = (await sheet(id)).items
  const changed = await change(id, { lines: [{ lineId: String(item?.id), discount: 40 }] }, owner)
  assert.equal(changed.body.data.pendingPayment, 69, 'the tax of the patient, whom the line did not tax')
  assert.equal(changed.body.data.history.filter(({ recordId }) => recordId === link.id).length, 2)
  await cashier.call(payInvoice, { id, tenders: [{ type: 'CASH', amount: 10 }] })
  assert.deepEqual(refusal(await change(id, { discount: 1, discountReason: 'Late' })), IST('PAID'))
  assert.ok(!(await sheet(id)).allowed.includes('EDIT'))
  const insurer = await newInsurer(app, practice)
  const claimed = await insuredInvoice(app, practice, insurer, 100)
  const claim = await claimOf(app, practice, insurer)
  await app.write(clinic, tx => changeClaim(tx, { id: claim.id, status: 'IN_REVIEW' }))
  assert.deepEqual(refusal(await change(claimed.id, { doctorId: null })), IST('IN_REVIEW'))
})

test('prices are of the list, unless the role may set them', async () => {
  const { id } = await bill(app, practice, 100, { release: false })
  const lines = [{ name: '<b>Advice</b>', price: 20 }]
  assert.equal((await change(id, { lines })).status, 403)
  const { body } = await change(id, { lines }, owner)
  assert.deepEqual([body.data.items[0]?.name, body.data.items[0]?.price], ['<b>Advice</b>', 20])
  const [item] = (await sheet(id)).items
  const kept = await change(id, { lines: [{ lineId: String(item?.id), quantity: 3 }] })
  assert.deepEqual([kept.status, kept.body.data.subtotal], [200, 60])
  const refused: [Change, string][] = [
    [{ lines: [{ lineId: String(kept.body.data.items[0]?.id), price: 1 }] }, '/lines/0/price'],
    [{ lines: [] }, '/lines'],
    [{ discount: 1, discountPercent: 1 }, '/discountPercent'],
    [{ discountPercent: 1.005, discountReason: 'x' }, '/discountPercent'],
    [{ discount: 1.001, discountReason: 'x' }, '/discount'],
  ]
  for (const [wish, path] of refused) assert.equal(pathOf(await change(id, wish, owner)), path)
  const unknown = await change(id, { lines: [{ lineId: 'ivl_01k9exam00000000000000000a' }] })
  assert.deepEqual([unknown.status, unknown.body.error.details?.resource], [404, 'invoice_line'])
})

test('invoices of patients out of sight, and of other clinics, are not there', async () => {
  const elsewhere = await app.branch(clinic)
  const there = await app.patient(elsewhere)
  const { id } = await bill(app, practice, 10, { patientId: there.id, branchId: elsewhere.id, release: false })
  const stranger = await as('owner', null, (await app.practice()).clinic)
  for (const client of [limited, stranger]) {
    assert.equal((await client.call(previewInvoiceChange, { id })).status, 404)
    assert.equal((await client.call(changeDraft, { id, hash: 'x' })).status, 404)
    const draft = { patientId: there.id, branchId: branch.id, lines: [{ name: 'Mine', price: 1 }] }
    assert.equal((await client.call(createDraft, draft)).status, 404)
  }
})

test('an e-invoice is rejected, corrected and told again: attempt 2, cleared with SUBMITTED; meanwhile nothing is changed', async () => {
  await reportToSandbox(app, practice)
  const { id } = await bill(app, practice, 100.13, { release: false })
  await owner.call(issue, { id })
  const [item] = (await sheet(id)).items
  const correct = (client = owner) => change(id, { lines: [{ lineId: String(item?.id), discount: 0.13 }] }, client)
  assert.deepEqual(refusal(await correct()), IST('PENDING'))
  await runJobs(app)
  const rejected = await sheet(id, owner)
  assert.equal(rejected.eInvoiceStatus, 'REJECTED')
  assert.ok(rejected.allowed.includes('EDIT') && rejected.failedReportId !== null)
  await cashier.call(payInvoice, { id, tenders: [{ type: 'CASH', amount: 90 }] })
  const below = await change(id, { lines: [{ lineId: String(item?.id), discount: 50 }] }, owner)
  assert.equal(pathOf(below), '/lines', 'never below what is paid')
  assert.equal((await correct()).status, 200)
  await owner.call(retryEInvoiceReport, { id: String(rejected.failedReportId) })
  await runJobs(app)
  const reports = await owner.all(listEInvoiceReports, { invoiceId: id })
  assert.deepEqual(
    reports.map(({ attemptNumber, status }) => [attemptNumber, status]),
    [
      [2, 'SUBMITTED'],
      [1, 'REJECTED'],
    ],
  )
  const events = await app.sql<{ type: string; data: { status: string; attemptNumber: number } }>(
    "select type, data from event where data->>'invoiceId' = $1 and type like 'einvoice.%' order by created_at, id",
    [id],
  )
  assert.deepEqual(
    events.map(({ type, data }) => [type, data.status, data.attemptNumber]),
    [
      ['einvoice.rejected', 'REJECTED', 1],
      ['einvoice.submitted', 'SUBMITTED', 2],
      ['einvoice.cleared', 'SUBMITTED', 2],
    ],
  )
  assert.deepEqual(refusal(await correct()), IST('SUBMITTED'))
  await settled()
})
