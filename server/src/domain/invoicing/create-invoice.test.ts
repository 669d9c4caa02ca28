import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/support/app/harness.ts'
import { issueInvoice, moneyMismatches } from '../../../test/support/clinic/money.ts'
import type { Refusal } from '../../kernel/errors.ts'
import type { LineWish } from '../billing/invoice-lines.ts'
import { payFromCredit } from '../billing/pay-from-credit.ts'
import { recordPayment } from '../billing/record-payment.ts'
import { addTreatment } from '../clinical/add-treatment.ts'
import { changeInvoice } from './change-invoice.ts'
import { releaseInvoice } from './release-invoice.ts'

const app = await startApp()
const practice = await app.practice()
const { clinic, branch, patient } = practice

const eventsAbout = (id: string) =>
  app.sql<{ type: string; data: Record<string, unknown>; previous_attributes: unknown }>(
    "select type, data, previous_attributes from event where data->>'id' = $1 order by created_at, id",
    [id],
  )
const pay = (invoiceId: string, amount: number) =>
  app.write(clinic, tx => recordPayment(tx, { invoiceId, amount, type: 'CASH' }))
const refusedAs = (code: string, path?: string) => (error: Refusal & { details: { issues?: { path: string }[] } }) =>
  error.code === code && (path === undefined || error.details.issues?.[0]?.path === path)

test('takes name, code and price from the price list, tax from the clinic, and numbers invoices one after the other', async () => {
  const now = new Date().toISOString()
  const procedure = await app.insert('procedure', {
    company_id: clinic.company_id,
    id: 'prc_crown',
    name: 'Zirconia crown',
    code: 'PRO-01',
    price_minor: 220_000,
    created_at: now,
    updated_at: now,
  })
  const lines = [
    { procedureId: procedure.id, discountPercent: 10 },
    { name: 'Night guard', unitMinor: 35_000, quantity: 2 },
  ]
  const first = await issueInvoice(app, practice, 0, { lines, discountMinor: 10_000 })
  const { subtotal_minor, discount_minor, tax_minor, tax_percent, total_minor, pending_minor } = first
  assert.deepEqual(
    { subtotal_minor, discount_minor, tax_minor, tax_percent, total_minor, pending_minor },
    {
      subtotal_minor: 290_000,
      discount_minor: 32_000,
      tax_minor: 38_700,
      tax_percent: 15,
      total_minor: 296_700,
      pending_minor: 296_700,
    },
  )
  const stored = await app.sql(
    'select name, code, unit_minor, quantity from invoice_line where invoice_id = $1 order by sort_order',
    [first.id],
  )
  assert.deepEqual(stored, [
    { name: 'Zirconia crown', code: 'PRO-01', unit_minor: 220_000, quantity: 1 },
    { name: 'Night guard', code: null, unit_minor: 35_000, quantity: 2 },
  ])
  assert.equal((await issueInvoice(app, practice, 1)).reference_id, first.reference_id + 1)
  const [created] = await eventsAbout(first.id)
  assert.deepEqual(created, {
    type: 'invoice.created',
    data: {
      id: first.id,
      object: 'invoice',
      branchId: branch.id,
      total: 2967,
      paid: 0,
      paidInFull: false,
      patientId: patient.id,
    },
    previous_attributes: null,
  })
})

test('a Saudi citizen with a national id pays no tax, every other patient does', async () => {
  const citizen = await app.patient(branch, { nationality: 'SA', national_id: '1000000000' })
  const lines = [{ name: 'Filling', unitMinor: 30_000 }]
  assert.equal((await issueInvoice(app, practice, 0, { lines, patientId: citizen.id })).tax_minor, 0)
  assert.equal((await issueInvoice(app, practice, 0, { lines })).tax_minor, 4_500)
})

test('refuses lines that lack what they need, naming the place', async () => {
  const refused = (lines: LineWish[], path: string) =>
    assert.rejects(issueInvoice(app, practice, 0, { lines }), refusedAs('validation_failed', path))
  await refused([{ unitMinor: 1 }], '/lines/0/name')
  await refused([{ name: 'X', unitMinor: 1 }, { name: 'Y' }], '/lines/1/unitMinor')
  await refused([], '/lines')
})

for (const wish of [{ procedureId: 'prc_unknown' }, { treatmentId: 'trt_unknown' }])
  test(`a line of ${Object.values(wish)} is not found`, () =>
    assert.rejects(issueInvoice(app, practice, 0, { lines: [wish] }), refusedAs('not_found')))

test('a treatment gives its line name, price and discount, knows its invoice, is billed once and paid with it', async () => {
  const { treatment } = await app.write(clinic, tx =>
    addTreatment(tx, {
      patientId: patient.id,
      branchId: branch.id,
      name: 'Crown',
      priceMinor: 100_000,
      discountMinor: 10_000,
    }),
  )
  const lines = [{ treatmentId: treatment.id }, { name: 'X-ray', unitMinor: 10_000 }]
  const invoice = await issueInvoice(app, practice, 0, { lines })
  assert.equal(invoice.total_minor, 115_000)
  const billed = async () =>
    (await app.sql('select invoice_id, paid_minor from treatment where id = $1', [treatment.id]))[0]
  assert.deepEqual(await billed(), { invoice_id: invoice.id, paid_minor: 0 })
  await assert.rejects(issueInvoice(app, practice, 0, { lines }), refusedAs('invalid_state_transition'))
  await pay(invoice.id, 575)
  assert.deepEqual(await billed(), { invoice_id: invoice.id, paid_minor: 51_750 })
  await pay(invoice.id, 575)
  assert.deepEqual(await billed(), { invoice_id: invoice.id, paid_minor: 103_500 })
  const other = await issueInvoice(app, practice, 5)
  await assert.rejects(
    app.write(clinic, tx => changeInvoice(tx, { id: other.id, lines: [{ treatmentId: treatment.id }] })),
    refusedAs('invalid_state_transition'),
  )
})

test('a treatment that is taken off its invoice can be billed again', async () => {
  const { treatment } = await app.write(clinic, tx =>
    addTreatment(tx, { patientId: patient.id, branchId: branch.id, name: 'Veneer', priceMinor: 50_000 }),
  )
  const lines = [{ treatmentId: treatment.id }]
  const { id } = await issueInvoice(app, practice, 0, { lines })
  await app.write(clinic, tx => changeInvoice(tx, { id, lines: [{ name: 'Advice', unitMinor: 100 }] }))
  const again = await issueInvoice(app, practice, 0, { lines })
  assert.deepEqual(await app.sql('select invoice_id from treatment where id = $1', [treatment.id]), [
    { invoice_id: again.id },
  ])
})

test('another patient’s treatment is not found', async () => {
  const other = await app.patient(branch)
  const { treatment } = await app.write(clinic, tx =>
    addTreatment(tx, { patientId: other.id, branchId: branch.id, name: 'Crown', priceMinor: 1 }),
  )
  await assert.rejects(
    issueInvoice(app, practice, 0, { lines: [{ treatmentId: treatment.id }] }),
    refusedAs('not_found'),
  )
})

for (const [field, resource] of [
  ['patientId', 'patient'],
  ['branchId', 'branch'],
  ['doctorId', 'practitioner'],
  ['appointmentId', 'appointment'],
  ['createdFromAppointmentId', 'appointment'],
]) {
  test(`another clinic’s ${resource} as ${field} is not found`, async () => {
    const elsewhere = await app.practice()
    const foreign = { patient: elsewhere.patient.id, branch: elsewhere.branch.id, practitioner: elsewhere.doctor.id }
    const id = Object.entries(foreign).find(([name]) => name === resource)?.[1] ?? 'apt_unknown'
    await assert.rejects(
      issueInvoice(app, practice, 1, { [String(field)]: id }),
      (error: Refusal) => error.code === 'not_found' && JSON.stringify(error.details) === JSON.stringify({ resource }),
    )
  })
}

test('a change replaces the lines, keeps the agreed discount and tells what it was', async () => {
  const before = await issueInvoice(app, practice, 100, { discountPercent: 10 })
  const lines = [{ name: 'Treatment', unitMinor: 20_000, taxPercent: 0 }]
  const after = await app.write(clinic, tx => changeInvoice(tx, { id: before.id, lines }))
  assert.deepEqual([after.total_minor, after.discount_minor], [18_000, 2_000])
  const [, updated, ...more] = await eventsAbout(before.id)
  assert.deepEqual(
    [updated?.type, updated?.data.total, updated?.previous_attributes],
    ['invoice.updated', 180, { total: 90 }],
  )
  assert.deepEqual(more, [])
  assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
})

test('a change that changes nothing writes nothing and fires nothing', async () => {
  const before = await issueInvoice(app, practice, 100)
  const lines = [{ name: 'Treatment', unitMinor: 10_000, taxPercent: 0 }]
  const after = await app.write(clinic, tx => changeInvoice(tx, { id: before.id, lines, doctorId: before.doctor_id }))
  assert.equal(after.updated_at, before.updated_at)
  assert.equal((await eventsAbout(before.id)).length, 1)
})

test('an invoice cannot be changed to less than was paid on it', async () => {
  const { id } = await issueInvoice(app, practice, 100)
  await pay(id, 60)
  const changeTo = (unitMinor: number) =>
    app.write(clinic, tx => changeInvoice(tx, { id, lines: [{ name: 'Less', unitMinor, taxPercent: 0 }] }))
  await assert.rejects(changeTo(5_999), refusedAs('validation_failed', '/lines'))
  assert.equal((await changeTo(6_000)).pending_minor, 0)
})

test('an invoice whose e-invoice was submitted is not edited', async () => {
  const { id } = await issueInvoice(app, practice, 100)
  await app.sql("update invoice set e_invoice_status = 'SUBMITTED' where id = $1", [id])
  await assert.rejects(
    app.write(clinic, tx => changeInvoice(tx, { id, chart: 'DENTAL' })),
    refusedAs('invalid_state_transition'),
  )
})

test('an invoice is released once', async () => {
  const { id, released_at } = await issueInvoice(app, practice, 100, { release: false })
  assert.equal(released_at, null)
  const released = await app.write(clinic, tx => releaseInvoice(tx, { id }))
  const again = await app.write(clinic, tx => releaseInvoice(tx, { id }))
  assert.equal(again.released_at, released.released_at)
  assert.deepEqual(
    (await eventsAbout(id)).map(({ type }) => type),
    ['invoice.created', 'invoice.updated'],
  )
})

test('what is paid on an invoice for credit is the patient’s credit, and pays another invoice once', async () => {
  const saver = await app.patient(branch)
  const wishes = { patientId: saver.id }
  const credit = await issueInvoice(app, practice, 200, { ...wishes, balanceInvoice: true })
  await pay(credit.id, 150)
  const { id } = await issueInvoice(app, practice, 100, wishes)
  const payment = await app.write(clinic, tx => payFromCredit(tx, { invoiceId: id }))
  assert.deepEqual([payment.type, payment.amount_minor, payment.balance_minor], ['BALANCE', 10_000, -10_000])
  const next = await issueInvoice(app, practice, 100, wishes)
  await assert.rejects(
    app.write(clinic, tx => payFromCredit(tx, { invoiceId: next.id, amountMinor: 5_001 })),
    refusedAs('validation_failed', '/amountMinor'),
  )
  await app.write(clinic, tx => payFromCredit(tx, { invoiceId: next.id, amountMinor: 5_000 }))
  const [totals] = await app.sql('select invoiced_minor, paid_minor, balance_minor from patient where id = $1', [
    saver.id,
  ])
  assert.deepEqual(totals, { invoiced_minor: 40_000, paid_minor: 30_000, balance_minor: 0 })
  assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
})

test('an invoice for credit has no tax, discount or insurer, and is not paid from credit', async () => {
  const refused = refusedAs('validation_failed', '/lines')
  for (const line of [{ taxPercent: 15 }, { discountMinor: 1 }, { insuranceMinor: 5 }]) {
    const lines = [{ name: 'Credit', unitMinor: 1_000, ...line }]
    await assert.rejects(issueInvoice(app, practice, 0, { lines, balanceInvoice: true }), refused)
  }
  const { id } = await issueInvoice(app, practice, 10, { balanceInvoice: true })
  await pay(id, 5)
  await assert.rejects(
    app.write(clinic, tx => payFromCredit(tx, { invoiceId: id, amountMinor: 100 })),
    refusedAs('invalid_state_transition'),
  )
})
