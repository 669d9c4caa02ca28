import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPaymentLink } from '@clinic/contract/online-payments.ts'
import { getClinicInvoice, listClinicInvoices } from '@clinic/contract/staff/invoices.ts'
import { getClinicPayment, listClinicPayments } from '@clinic/contract/staff/payments.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { issueInvoice } from '../../test/support/clinic/money.ts'
import { payingOnline } from '../../test/support/clinic/online-payments.ts'
import { staffClient, staffMember } from '../../test/support/staff/scene.ts'
import { recordPayment } from '../domain/billing/record-payment.ts'
import { refundPayment } from '../domain/billing/refund-payment.ts'
import { takeDeposit } from '../domain/billing/take-deposit.ts'
import { addTreatment } from '../domain/clinical/add-treatment.ts'

const app = await startApp()
const practice = await app.practice()
const { clinic, branch, doctor, patient, api } = practice
const other = await app.branch(clinic)
const colleague = await app.doctor([other])
const there = await app.patient(other, { first_name: 'Huda', last_name: null })

async function as(role: string, practitioner?: { id: string } | null, of: { company_id: string } = clinic) {
  const { cookie } = await staffMember(app, of, role, practitioner)
  return staffClient(app, () => cookie)
}
const [cashier, limited] = [await as('receptionist'), await as('receptionist', doctor)]
const ids = (records: readonly { id: string }[]) => records.map(({ id }) => id)
const found = async (query: object, client = cashier) => ids(await client.all(listClinicInvoices, { ...query }))
const paid = async (query: object, client = cashier) => ids(await client.all(listClinicPayments, { ...query }))
const pay = (invoiceId: string, amount: number, type: 'CASH' | 'CARD' = 'CASH') =>
  app.write(clinic, tx => recordPayment(tx, { invoiceId, amount, type }))
const elsewhere = { patientId: there.id, branchId: other.id, doctorId: colleague.id }

const draft = await issueInvoice(app, practice, 100, { release: false })
const open = await issueInvoice(app, practice, 200)
const settled = await issueInvoice(app, practice, 300)
const far = await issueInvoice(app, practice, 400, elsewhere)
const [part, whole, away] = [await pay(open.id, 50), await pay(settled.id, 300, 'CARD'), await pay(far.id, 400)]

test('invoices are found newest first by state, number, branch, doctor, patient and time, page by page', async () => {
  assert.deepEqual(await found({}), ids([far, settled, open, draft]))
  assert.deepEqual(await found({ limit: 1 }), ids([far, settled, open, draft]))
  assert.deepEqual(await found({ state: 'DRAFT' }), [draft.id])
  assert.deepEqual(await found({ state: 'OPEN' }), [open.id])
  assert.deepEqual(await found({ state: 'PAID', limit: 1 }), ids([far, settled]))
  assert.deepEqual(await found({ state: 'PAID', branchId: branch.id }), [settled.id])
  assert.deepEqual(await found({ number: settled.reference_id }), [settled.id])
  assert.deepEqual(await found({ number: settled.reference_id, state: 'OPEN' }), [])
  assert.deepEqual(await found({ doctorId: colleague.id }), [far.id])
  assert.deepEqual(await found({ patientId: there.id, from: far.created_at }), [far.id])
  assert.deepEqual(await found({ patientId: there.id, to: far.created_at }), [])
  const [entry] = await cashier.all(listClinicInvoices, { number: open.reference_id })
  const { state, patientName, fileNumber, total, pendingPayment, paidInFull } = entry ?? assert.fail()
  assert.deepEqual(
    { state, patientName, fileNumber, total, pendingPayment, paidInFull },
    {
      ...{ state: 'OPEN', patientName: `${patient.first_name} ${patient.last_name}`, fileNumber: patient.file_number },
      ...{ total: 200, pendingPayment: 150, paidInFull: false },
    },
  )
})

test('a cursor goes on in the state that it began in alone', async () => {
  const first = await cashier.list(listClinicInvoices, { state: 'PAID', limit: 1 })
  const { nextCursor } = first.body
  const { status, body } = await cashier.call(listClinicInvoices, { limit: 1, cursor: String(nextCursor) })
  assert.deepEqual([status, body.error.code], [400, 'invalid_cursor'])
})

test('payments are found newest first by kind, invoice, patient, branch, and what was given back', async () => {
  const advance = { patientId: patient.id, branchId: branch.id, amountMinor: 2_500, type: 'CASH' as const }
  const deposit = await app.write(clinic, tx => takeDeposit(tx, advance))
  assert.deepEqual(await paid({ limit: 2 }), ids([deposit, away, whole, part]))
  assert.deepEqual(await paid({ type: 'CARD' }), [whole.id])
  assert.deepEqual(await paid({ invoiceId: open.id }), [part.id])
  assert.deepEqual(await paid({ patientId: there.id, branchId: other.id }), [away.id])
  assert.deepEqual(await paid({ refunded: true }), [])
  await app.write(clinic, tx => refundPayment(tx, { id: part.id }))
  assert.deepEqual(await paid({ refunded: true }), [part.id])
  const shown = async (id: string) => (await cashier.call(getClinicPayment, { id })).body.data
  const { invoiceNumber, amount, refunded, treasuryId } = await shown(part.id)
  assert.deepEqual([invoiceNumber, amount, refunded], [open.reference_id, 50, true])
  assert.equal(treasuryId, part.treasury_id)
  const ofCredit = await shown(deposit.id)
  assert.deepEqual([ofCredit.invoiceId, ofCredit.invoiceNumber, ofCredit.balance], [null, null, 25])
})

test('who sees one branch finds what patients in sight were billed and paid, wherever, and nothing of others', async () => {
  assert.deepEqual(await found({}, limited), ids([settled, open, draft]))
  assert.ok(!(await paid({}, limited)).includes(away.id))
  const refusals = [
    await limited.call(getClinicInvoice, { id: far.id }),
    await limited.call(getClinicPayment, { id: away.id }),
    await limited.call(listClinicInvoices, { patientId: there.id }),
    await limited.call(listClinicPayments, { branchId: other.id }),
  ]
  assert.deepEqual(
    refusals.map(({ status, body }) => [status, body.error.details?.resource]),
    ['invoice', 'payment', 'patient', 'branch'].map(resource => [404, resource]),
  )
  const guest = await app.patient(branch)
  const abroad = await issueInvoice(app, practice, 10, { ...elsewhere, patientId: guest.id })
  assert.equal((await found({}, limited))[0], abroad.id)
  assert.equal((await limited.call(getClinicInvoice, { id: abroad.id })).status, 200)
})

test('an invoice shows its lines, the tax by its rates, its payments and what happened to it, and it adds up', async () => {
  await payingOnline(app, clinic)
  const { treatment } = await app.write(clinic, tx =>
    addTreatment(tx, { patientId: patient.id, branchId: branch.id, name: 'Crown', priceMinor: 100_000 }),
  )
  const lines = [
    { treatmentId: treatment.id, discountPercent: 10 },
    { name: 'Advice', unitMinor: 3_333, quantity: 3, taxPercent: 0, insurancePercent: 50 },
  ]
  const { id } = await issueInvoice(app, practice, 0, { lines, discountMinor: 1_000 })
  const { body: link } = await api.call(createPaymentLink, { invoiceId: id })
  const { id: first } = await pay(id, 100)
  await app.write(clinic, tx => refundPayment(tx, { id: first }))
  const { body } = await cashier.call(getClinicInvoice, { id })
  const { items, taxes, total, subtotal, discount, tax, insurance, pendingPayment, payments, history } = body.data
  assert.deepEqual(
    items.map(one => [one.name, one.quantity, one.price, one.discount, one.net, one.insurance, one.treatmentId]),
    [
      ['Crown', 1, 1000, 100, 900, 0, treatment.id],
      ['Advice', 3, 33.33, 0, 99.99, 50, null],
    ],
  )
  const sum = (values: number[]) => Math.round(values.reduce((all, one) => all + one, 0) * 100) / 100
  assert.deepEqual(
    taxes.map(({ taxPercent }) => taxPercent),
    [0, 15],
  )
  assert.equal(sum(taxes.map(rate => rate.tax)), tax)
  assert.equal(sum(taxes.map(rate => rate.taxable)), sum([subtotal, -discount]))
  assert.equal(sum([subtotal, -discount, tax]), total)
  assert.equal(pendingPayment, sum([total, -insurance]))
  assert.deepEqual(
    payments.map(one => [one.id, one.amount, one.refunded]),
    [[first, 100, true]],
  )
  assert.deepEqual(
    history.map(({ what, recordId, amount }) => [what, recordId, amount]),
    [
      ['CREATED', id, null],
      ['ISSUED', id, total],
      ['LINK', link.data.id, pendingPayment],
      ['PAYMENT', first, 100],
      ['LINK_CLOSED', link.data.id, pendingPayment],
      ['REFUND', first, 100],
    ],
  )
})

test('an amount in dinars has three decimals', async () => {
  const kuwait = await app.clinic({ currency: 'KWD' })
  const at = await app.branch(kuwait)
  const those = { clinic: kuwait, branch: at, doctor: await app.doctor([at]), patient: await app.patient(at), api }
  const { id } = await issueInvoice(app, those, 12.345)
  const owner = await as('owner', null, kuwait)
  const { body } = await owner.call(getClinicInvoice, { id })
  assert.deepEqual([body.data.total, body.data.items[0]?.price], [12.345, 12.345])
})
