import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listPayments } from '@clinic/contract/payments.ts'
import { previewCheckout } from '@clinic/contract/staff/checkout.ts'
import { approveDiscount, askForDiscount, getDiscountApproval } from '@clinic/contract/staff/discount-approvals.ts'
import { updateMoneySettings } from '@clinic/contract/staff/money-settings.ts'
import { getTreatment } from '@clinic/contract/treatments.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { checkOutAs, doneToday, preview, visitOf } from '../../test/support/clinic/checkout.ts'
import { issueInvoice, moneyMismatches } from '../../test/support/clinic/money.ts'
import { payingOnline } from '../../test/support/clinic/online-payments.ts'
import { staffClient, staffMember } from '../../test/support/staff/scene.ts'
import { takeDeposit } from '../domain/billing/take-deposit.ts'
import { addTreatment } from '../domain/clinical/add-treatment.ts'
import { addInventoryItem } from '../domain/inventory/inventory-item.ts'
import { putSupplies } from '../domain/inventory/procedure-supplies.ts'
import { recordPoints } from '../domain/loyalty/record-points.ts'

const app = await startApp()
const practice = await app.practice()
const { clinic, branch, doctor, api } = practice

async function as(role: string) {
  const { cookie } = await staffMember(app, clinic, role)
  return staffClient(app, () => cookie)
}
const [owner, desk, other, dentist] = [
  await as('owner'),
  await as('receptionist'),
  await as('receptionist'),
  await as('doctor'),
]

/** A patient who was treated, at a visit. */
async function treated(priceMinor: number, visit: object = {}) {
  const scene = { ...practice, patient: await app.patient(branch) }
  const appointmentId = await visitOf(app, scene, visit)
  const treatmentId = await doneToday(app, scene, priceMinor, { appointmentId })
  const wish = { patientId: scene.patient.id, branchId: branch.id, doctorId: doctor.id, appointmentId }
  return { scene, appointmentId, treatmentId, wish: { ...wish, lines: [{ treatmentId }] } }
}
const eventsSince = async (count: number) =>
  (await app.sql<{ type: string }>('select type from event where company_id = $1 order by id', [clinic.company_id]))
    .slice(count)
    .map(({ type }) => type)
const eventCount = async () => (await eventsSince(0)).length
const refusal = ({ status, body }: { status: number; body: { error: { code: string; details?: object } } }) => [
  ...[status, body.error.code],
  body.error.details,
]
const detailsOf = ({ body }: { body: { error: { details?: object } } }) => Object(body.error.details)
const billed = (patientId: string) =>
  app.sql<{ id: string; total_minor: number; paid_minor: number }>(
    'select id, total_minor, paid_minor from invoice where company_id = $1 and patient_id = $2',
    [clinic.company_id, patientId],
  )

test('a visit is billed, paid in several ways and ended in one step, and told of in one order', async () => {
  const { scene, wish, appointmentId, treatmentId } = await treated(40_000, { status: 'DELAYED' })
  const deposit = { patientId: scene.patient.id, branchId: branch.id, amountMinor: 10_000, type: 'CASH' as const }
  await app.write(clinic, tx => takeDeposit(tx, deposit))
  const planned = await app.write(clinic, tx =>
    addTreatment(tx, {
      patientId: scene.patient.id,
      branchId: branch.id,
      appointmentId,
      name: 'Scaling',
      priceMinor: 20_000,
    }),
  )
  const { lines: _lines, ...bare } = wish
  const usual = await preview(desk, bare)
  assert.deepEqual(
    usual.lines.map(line => line.treatmentId),
    [treatmentId],
  )
  assert.deepEqual(
    usual.billable.map(one => [one.treatmentId, one.today, one.completable]).toSorted(),
    [
      [planned.treatment.id, true, true],
      [treatmentId, true, false],
    ].toSorted(),
  )
  const ticked = {
    ...bare,
    complete: [planned.treatment.id],
    lines: [...wish.lines, { treatmentId: planned.treatment.id }],
  }
  const seen = await preview(desk, ticked)
  const { rest } = await preview(desk, { ...ticked, amounts: [0.1, 600.2] })
  assert.equal(rest, 89.7)
  assert.deepEqual([seen.subtotal, seen.tax, seen.total, seen.due, seen.credit], [600, 90, 690, 690, 100])
  const before = await eventCount()
  const tenders = [
    { type: 'CREDIT' as const, amount: 100 },
    { type: 'CARD' as const, amount: 300, reference: 'POS 1' },
    { type: 'CASH' as const, amount: 290, received: 500 },
  ]
  const done = await checkOutAs(desk, ticked, seen, { tenders, completeAppointment: true })
  assert.equal(done.status, 201, done.text)
  const { invoice, change, appointmentStatus } = done.body.data
  assert.deepEqual([invoice.state, invoice.total, invoice.pendingPayment], ['PAID', 690, 0])
  assert.deepEqual([change, appointmentStatus, invoice.payments.length], [210, 'COMPLETED', 3])
  assert.deepEqual(await eventsSince(before), [
    ...['treatment.status_changed', 'treatment.status_changed', 'invoice.created'],
    ...['payment.created', 'invoice.paid', 'payment.created', 'invoice.paid', 'payment.created', 'invoice.paid'],
    ...['appointment.updated', 'appointment.completed'],
  ])
  assert.equal((await api.call(getTreatment, { id: planned.treatment.id })).body.data.status, 'COMPLETED')
  assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
})

test('of two cashiers at one visit one bills it and takes the money; the other is told who did, when, and what is left', async () => {
  const { wish, scene } = await treated(35_000)
  const seen = await preview(desk, wish)
  const answers = await Promise.all([checkOutAs(desk, wish, seen), checkOutAs(other, wish, seen)])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409])
  const refused = answers.find(({ status }) => status === 409)
  assert.ok(refused)
  assert.equal(refused.body.error.code, 'price_changed')
  const { preview: now, by, at } = detailsOf(refused)
  assert.deepEqual([now.total, now.lines, now.warnings[0].code, now.invoices.length], [0, [], 'ALREADY_BILLED', 1])
  assert.equal(by.kind, 'staff')
  assert.ok(typeof by.name === 'string' && Date.now() - Date.parse(at) < 60_000)
  const [invoice, ...more] = await billed(scene.patient.id)
  assert.deepEqual([invoice?.total_minor, invoice?.paid_minor, more], [40_250, 40_250, []])
})

test('one checkout that is sent 20 times at the same time, and again once its answer is forgotten, charges once', async () => {
  const { wish, scene } = await treated(35_000)
  const seen = await preview(desk, wish)
  const send = () => checkOutAs(desk, wish, seen, {}, { key: `once ${scene.patient.id}` })
  const answers = await Promise.all(Array.from({ length: 20 }, send))
  const done = answers.filter(({ status }) => status === 201)
  assert.ok(done.length >= 1)
  for (const { status, body } of answers)
    assert.ok(status === 201 || body.error.code === 'idempotency_conflict', String(status))
  assert.deepEqual(new Set(done.map(({ body }) => body.data.invoice.id)).size, 1)
  assert.deepEqual((await send()).status, 201)
  await app.sql('delete from idempotency_record where company_id = $1', [clinic.company_id])
  assert.deepEqual(refusal(await send()).slice(0, 2), [409, 'idempotency_conflict'])
  assert.equal((await billed(scene.patient.id)).length, 1)
  assert.equal((await api.list(listPayments, { patientId: scene.patient.id })).body.data.length, 1)
})

test('a receptionist’s 12 % is refused until an owner approves it, and is given once, also to two at the same time', async () => {
  const { scene, wish, treatmentId } = await treated(10_000)
  const second = {
    ...wish,
    lines: [{ treatmentId: await doneToday(app, scene, 10_000) }],
    appointmentId: await visitOf(app, scene),
  }
  const discount = { discountPercent: 12, discountReason: 'Waited for an hour' }
  const seen = await preview(desk, { ...wish, ...discount })
  assert.deepEqual([seen.discount, seen.withinLimit, seen.limitPercent], [12, false, 10])
  const refused = await checkOutAs(desk, { ...wish, ...discount }, seen)
  assert.deepEqual(refusal(refused).slice(0, 2), [422, 'discount_above_limit'])
  assert.equal(detailsOf(refused).limitPercent, 10)
  assert.deepEqual(detailsOf(refused).approvers.length, 1)
  const asked = { patientId: scene.patient.id, percent: 12, reason: 'Waited for an hour' }
  const { id: approvalId } = (await desk.call(askForDiscount, asked)).body.data
  const given = { ...discount, approvalId }
  assert.equal((await checkOutAs(desk, { ...wish, ...given }, seen)).status, 422)
  await owner.call(approveDiscount, { id: approvalId })
  const tooMuch = { ...given, discountPercent: 12.5 }
  assert.equal(
    (await checkOutAs(desk, { ...wish, ...tooMuch }, await preview(desk, { ...wish, ...tooMuch }))).status,
    422,
  )
  const stranger = await treated(10_000)
  const elsewhere = { ...stranger.wish, ...given }
  assert.equal((await checkOutAs(desk, elsewhere, await preview(desk, elsewhere))).status, 422)
  const both = await Promise.all(
    [wish, second].map(async one => checkOutAs(desk, { ...one, ...given }, await preview(desk, { ...one, ...given }))),
  )
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [201, 422])
  assert.equal((await desk.call(getDiscountApproval, { id: approvalId })).body.data.state, 'USED')
  assert.ok(treatmentId)
})

test('a discount that was given with the treatment stays, a smaller one needs no approval, and the whole asks for a reason', async () => {
  const scene = { ...practice, patient: await app.patient(branch) }
  const treatmentId = await doneToday(app, scene, 10_000, { discountMinor: 1_500 })
  const wish = { patientId: scene.patient.id, branchId: branch.id, lines: [{ treatmentId }] }
  const seen = await preview(desk, wish)
  assert.deepEqual([seen.discount, seen.withinLimit], [15, true])
  const more = await preview(desk, { ...wish, discount: 0.01 })
  assert.equal(more.withinLimit, false)
  const other = { ...wish, lines: [{ treatmentId, discount: 9 }], discount: 1 }
  const small = await preview(desk, other)
  assert.deepEqual([small.discount, small.withinLimit], [10, true])
  assert.equal((await checkOutAs(desk, other, small)).status, 400)
  assert.equal((await checkOutAs(desk, other, small, { discountReason: 'Friend' })).status, 201)
})

test('points are redeemed as a discount before tax, up to what the clinic lets them take off, and earned on what is paid', async () => {
  const settings = { earnPerUnit: 1, pointValue: 0.5, redeemMaxPercent: 50 }
  assert.equal((await owner.call(updateMoneySettings, settings, { version: 1 })).status, 200)
  const { scene, wish } = await treated(10_000)
  await app.write(clinic, tx => recordPoints(tx, { patientId: scene.patient.id, type: 'EARN', points: 300 }))
  const seen = await preview(desk, { ...wish, points: 60 })
  assert.deepEqual([seen.points, seen.pointsMost, seen.pointsWorth, seen.pointsDiscount], [300, 100, 50, 30])
  assert.deepEqual([seen.discount, seen.tax, seen.total], [0, 10.5, 80.5])
  assert.equal((await desk.call(previewCheckout, { ...wish, points: 101 })).status, 400)
  const before = await eventCount()
  const { body } = await checkOutAs(desk, { ...wish, points: 60 }, seen)
  assert.deepEqual([body.data.pointsUsed, body.data.pointsEarned, body.data.invoice.discount], [60, 80, 30])
  assert.deepEqual(await eventsSince(before), [
    ...['points.redeemed', 'invoice.created', 'payment.created', 'invoice.paid', 'points.earned'],
  ])
  const poor = await treated(10_000)
  assert.equal(refusal(await desk.call(previewCheckout, { ...poor.wish, points: 1 }))[1], 'insufficient_points')
  await owner.call(updateMoneySettings, { earnPerUnit: 0, pointValue: 0 }, { version: 2 })
})

test('a target total is reached by the smallest discount that does not pass it', async () => {
  const { wish } = await treated(33_333)
  const seen = await preview(desk, { ...wish, targetTotal: 350 })
  assert.deepEqual([seen.total, seen.discount], [350, 28.98])
  assert.equal((await preview(desk, { ...wish, targetTotal: 500 })).discount, 0)
  assert.equal((await preview(desk, { ...wish, targetTotal: 0 })).total, 0)
  assert.equal((await desk.call(previewCheckout, { ...wish, targetTotal: 350, discount: 1 })).status, 400)
})

test('a link takes a part, cash more than is left only as credit, and without a gateway no link is made', async () => {
  const { wish, scene } = await treated(10_000)
  const seen = await preview(desk, wish)
  assert.equal(seen.linkable, false)
  const link = { type: 'LINK' as const, amount: 40 }
  assert.equal(refusal(await checkOutAs(desk, wish, seen, { tenders: [link] }))[1], 'payment_provider_not_configured')
  await payingOnline(app, clinic)
  assert.equal((await preview(desk, wish)).linkable, true)
  const cash = { type: 'CASH' as const, amount: 80 }
  const above = await checkOutAs(desk, wish, seen, { tenders: [link, cash] })
  assert.deepEqual(refusal(above), [422, 'amount_exceeds_pending', { pending: 115 }])
  const tenders = [{ ...cash, amount: 75 }, link]
  const { body, status, text } = await checkOutAs(desk, wish, seen, { tenders })
  assert.equal(status, 201, text)
  assert.deepEqual([body.data.invoice.pendingPayment, body.data.links.length, body.data.links[0]?.amount], [40, 1, 40])
  assert.match(String(body.data.links[0]?.paymentLink), /\/pay\//)
  const next = await treated(10_000)
  const rich = await preview(desk, next.wish)
  const kept = await checkOutAs(desk, next.wish, rich, { tenders: [{ ...cash, amount: 200 }], excess: 'CREDIT' })
  assert.equal(kept.body.data.invoice.payments[0]?.balance, 85)
  assert.ok(scene)
})

test('a draft is handed over as it is, and what does not go together, or is another’s, is refused', async () => {
  const { wish, scene, appointmentId } = await treated(10_000)
  const draft = await issueInvoice(app, scene, 50, { release: false })
  const { lines, ...bare } = wish
  const ofDraft = { ...bare, invoiceId: draft.id }
  const seen = await preview(desk, ofDraft)
  assert.deepEqual([seen.total, seen.lines.length], [50, 1])
  assert.equal((await desk.call(previewCheckout, { ...ofDraft, lines })).status, 400)
  assert.equal((await desk.call(previewCheckout, { ...ofDraft, discount: 1 })).status, 400)
  const { body } = await checkOutAs(desk, ofDraft, seen)
  assert.deepEqual([body.data.invoice.id, body.data.invoice.state], [draft.id, 'PAID'])
  const custom = { ...bare, lines: [{ name: 'Toothbrush', price: 12 }] }
  assert.deepEqual(refusal(await desk.call(previewCheckout, custom)), [
    ...[403, 'not_permitted'],
    { permission: 'prices:override' },
  ])
  assert.equal((await preview(owner, custom)).total, 13.8)
  assert.equal((await dentist.call(previewCheckout, custom)).status, 403)
  const stranger = await app.practice()
  for (const [name, value] of Object.entries({
    patientId: stranger.patient.id,
    branchId: stranger.branch.id,
    doctorId: stranger.doctor.id,
  }))
    assert.equal((await desk.call(previewCheckout, { ...wish, [name]: value })).status, 404, name)
  const someone = await app.patient(branch)
  assert.equal(
    (await desk.call(previewCheckout, { patientId: someone.id, branchId: branch.id, appointmentId })).status,
    404,
  )
  assert.equal((await desk.call(previewCheckout, { patientId: someone.id, branchId: branch.id, lines })).status, 404)
})

test('a preview warns of a reference that was used, and a checkout without money leaves all of it open', async () => {
  const { wish } = await treated(10_000)
  const seen = await preview(desk, { ...wish, references: ['POS 1', 'POS never'] })
  assert.deepEqual(
    seen.warnings.map(({ code, reference }) => [code, reference]),
    [['REFERENCE_USED', 'POS 1']],
  )
  const { body } = await checkOutAs(desk, wish, seen, { tenders: [] })
  assert.deepEqual([body.data.invoice.pendingPayment, body.data.appointmentStatus], [115, 'INPROGRESS'])
})

test('what a checkout completes takes from the stock, and what is short is told and stops nothing', async () => {
  const { wish, scene } = await treated(40_000)
  const at = { created_at: clinic.created_at, updated_at: clinic.created_at }
  const { id: procedureId } = await app.insert('procedure', {
    ...{ company_id: clinic.company_id, id: 'prc_short', name: 'Filling', code: 'SHORT', price_minor: 20_000, ...at },
  })
  const of = { patientId: scene.patient.id, branchId: branch.id, appointmentId: wish.appointmentId, procedureId }
  const [item, { treatment }] = await app.write(clinic, async tx => {
    const made = await addInventoryItem(tx, { branchId: branch.id, name: 'Composite', unit: 'capsule', quantity: 1 })
    const supplies = [{ inventoryItemId: made.id, quantity: 1.5 }]
    await putSupplies(tx, { id: procedureId, branchId: branch.id, supplies })
    return [made, await addTreatment(tx, { ...of, name: 'Filling', priceMinor: 20_000 })] as const
  })
  const ticked = { ...wish, complete: [treatment.id], lines: [...wish.lines, { treatmentId: treatment.id }] }
  const done = await checkOutAs(desk, ticked, await preview(desk, ticked), { tenders: [] })
  assert.equal(done.status, 201, done.text)
  const short = { inventoryItemId: item.id, name: 'Composite', unit: 'capsule', quantity: 1.5, missing: 0.5 }
  assert.deepEqual(done.body.data.shortages, [short])
})
