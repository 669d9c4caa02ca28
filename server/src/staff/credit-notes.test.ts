import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getInvoice } from '@clinic/contract/invoices.ts'
import type { Input } from '@clinic/contract/kernel.ts'
import { createPaymentLink } from '@clinic/contract/online-payments.ts'
import { createCreditNote, getClinicInvoice, voidInvoice } from '@clinic/contract/staff/invoices.ts'
import { payInvoice, takeClinicDeposit } from '@clinic/contract/staff/tenders.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { claimOf, newInsurer } from '../../test/support/clinic/claims.ts'
import { issueInvoice as bill, moneyMismatches } from '../../test/support/clinic/money.ts'
import { eventsOf, payingOnline } from '../../test/support/clinic/online-payments.ts'
import { staffClient, staffMember } from '../../test/support/staff/scene.ts'
import { changeClaim } from '../domain/claims/change-claim.ts'
import { addTreatment } from '../domain/clinical/add-treatment.ts'
import { changeInvoice } from '../domain/invoicing/change-invoice.ts'

const app = await startApp()
const practice = await app.practice()
const { clinic, branch, api } = practice
const { cookie } = await staffMember(app, clinic, 'owner')
const owner = staffClient(app, () => cookie)

const sheet = async (id: string) => (await owner.call(getClinicInvoice, { id })).body.data
type Lines = Input<typeof createCreditNote>['lines']
const credit = (id: string, lines: Lines, more: { excess?: 'CREDIT' | 'REFUND'; billAgain?: boolean } = {}) =>
  owner.call(createCreditNote, { id, lines, reason: 'Was not done', ...more })
const refusal = ({ status, body }: { status: number; body: { error: { code: string; details?: object } } }) => [
  ...[status, body.error.code],
  body.error.details,
]
const issueAt = ({
  status,
  body,
}: {
  status: number
  body: { error: { details?: { issues?: { path: string }[] } } }
}) => [status, body.error.details?.issues?.map(({ path }) => path).join()]
const IST = (from: string, to = 'CREDITED') => [409, 'invalid_state_transition', { from, to }]
const balanceOf = async (id: string) =>
  (await app.sql<{ balance_minor: number }>('select balance_minor from patient where id = $1', [id]))[0]?.balance_minor

test('notes take lines off by number or amount, each the totals before less those of what is left: together exactly what was issued', async () => {
  const lines = [
    { name: 'Filling', unitMinor: 33_333, quantity: 3, discountMinor: 1_000, taxPercent: 15 },
    { name: 'Advice', unitMinor: 9_999, taxPercent: 0 },
  ]
  const { id } = await bill(app, practice, 0, { lines, discountMinor: 5_000 })
  const issued = await sheet(id)
  const [filling, advice] = issued.items.map(item => item.id)
  const first = (await credit(id, [{ lineId: filling ?? '', quantity: 1 }])).body.data
  assert.deepEqual(
    first.items.map(({ net, left, quantityLeft }) => [net, left, quantityLeft]),
    [
      [989.99, 659.99, 2],
      [99.99, 99.99, 1],
    ],
  )
  await credit(id, [
    { lineId: filling ?? '', amount: 0.01 },
    { lineId: advice ?? '', amount: 50 },
  ])
  const { status, body } = await credit(id, [{ lineId: filling ?? '' }, { lineId: advice ?? '' }])
  const { creditNotes, credited, total, tax, discount, pendingPayment, state, items, taxes, allowed } = body.data
  assert.deepEqual([status, credited, total, tax, pendingPayment, state], [201, issued.total, 0, 0, 0, 'PAID'])
  assert.deepEqual(
    [items.map(({ left }) => left), items.map(({ net }) => net)],
    [
      [0, 0],
      [989.99, 99.99],
    ],
  )
  assert.deepEqual([taxes.map(rate => rate.tax), discount, allowed], [[0, 0], 0, []])
  const numbers = creditNotes.map(({ referenceId }) => referenceId)
  assert.deepEqual(numbers, [1, 2, 3])
  for (const name of ['total', 'tax', 'subtotal', 'discount'] as const) {
    const sum = creditNotes.reduce((all, note) => all + Math.round(note[name] * 100), 0)
    assert.equal(sum, Math.round(issued[name] * 100), name)
  }
  assert.deepEqual(
    creditNotes.map(note => note.items.map(({ name, quantity, net }) => [name, quantity, net])),
    [
      [['Filling', 1, 330]],
      [
        ['Filling', null, 0.01],
        ['Advice', null, 50],
      ],
      [
        ['Filling', null, 659.98],
        ['Advice', null, 49.99],
      ],
    ],
  )
  assert.deepEqual(
    body.data.history.flatMap(({ what, amount }) => (what === 'CREDIT_NOTE' ? amount : [])),
    creditNotes.map(note => note.total),
  )
  const told = (await eventsOf(app, id)).map(([type]) => type)
  assert.deepEqual(told, ['invoice.created', 'invoice.updated', 'invoice.updated', 'invoice.updated'])
  assert.equal((await api.call(getInvoice, { id })).body.data.total, 0)
})

test('what was paid above what is left becomes the credit of the patient, and credit that was used becomes credit again', async () => {
  const { id: patientId } = await app.patient(branch)
  await owner.call(takeClinicDeposit, { patientId, branchId: branch.id, type: 'CASH', amount: 30 })
  const { id } = await bill(app, practice, 100, { patientId })
  const tenders = [
    { type: 'CARD' as const, amount: 60 },
    { type: 'CREDIT' as const, amount: 30 },
  ]
  const [line] = (await owner.call(payInvoice, { id, tenders })).body.data.items
  const { data } = (await credit(id, [{ lineId: line?.id ?? '', amount: 85 }])).body
  assert.deepEqual([data.total, data.paid, data.pendingPayment, data.state], [15, 15, 0, 'PAID'])
  assert.deepEqual(
    data.creditNotes.map(({ toCredit, refunded }) => [toCredit, refunded]),
    [[75, 0]],
  )
  assert.equal(await balanceOf(patientId), 7_500)
  assert.deepEqual(
    data.payments.map(({ type, amount, balance, refunded }) => [type, amount, balance, refunded]).sort(),
    [
      ['BALANCE', 15, -15, false],
      ['BALANCE', 15, -15, true],
      ['CARD', 60, 60, false],
    ],
  )
  const told = (await eventsOf(app, id)).slice(-2).map(([type]) => type)
  assert.deepEqual(told, ['invoice.updated', 'payment.refunded'])
  assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
})

test('what was paid too much is given back where that is asked for, but what came through a gateway, which becomes credit', async () => {
  await payingOnline(app, clinic)
  const { id: patientId } = await app.patient(branch)
  const { id } = await bill(app, practice, 100, { patientId })
  const tenders = [{ type: 'CARD' as const, amount: 100 }]
  const [line] = (await owner.call(payInvoice, { id, tenders })).body.data.items
  const lineId = line?.id ?? ''
  const { data } = (await credit(id, [{ lineId, amount: 33.33 }], { excess: 'REFUND' })).body
  assert.deepEqual([data.total, data.paid, await balanceOf(patientId)], [66.67, 66.67, 0])
  assert.deepEqual(data.payments.map(({ amount, refunded }) => [amount, refunded]).sort(), [
    [33.33, true],
    [66.67, false],
  ])
  await app.sql(
    `insert into online_payment (company_id, id, created_at, updated_at, invoice_id, branch_id, amount_minor, provider,
       status, link_token, paid_at, payment_id)
     select company_id, 'opy_' || substr(id, 5), created_at, created_at, invoice_id, branch_id, amount_minor, 'sandbox',
       'SUCCESS', 'a token', created_at, id
     from payment where invoice_id = $1 and refunded_at is null`,
    [id],
  )
  const rest = (await credit(id, [{ lineId }], { excess: 'REFUND' })).body.data
  assert.deepEqual(
    rest.creditNotes.map(({ toCredit, refunded }) => [toCredit, refunded]),
    [
      [0, 33.33],
      [66.67, 0],
    ],
  )
  assert.equal(await balanceOf(patientId), 6_667)
  assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
})

test('a link that asks for more than is left is closed, and what was done can be billed again where it is asked for', async () => {
  const { id: patientId } = await app.patient(branch)
  const add = (name: string) =>
    app.write(clinic, tx => addTreatment(tx, { patientId, branchId: branch.id, name, priceMinor: 10_000 }))
  const [crown, filling] = [(await add('Crown')).treatment, (await add('Filling')).treatment]
  const lines = [crown, filling].map(({ id: treatmentId }) => ({ treatmentId, taxPercent: 0 }))
  const { id } = await bill(app, practice, 0, { lines, patientId })
  const { data: link } = (await api.call(createPaymentLink, { invoiceId: id })).body
  const { items } = await sheet(id)
  const [one, other] = items.map(item => item.id)
  const { data } = (await credit(id, [{ lineId: one ?? '' }, { lineId: other ?? '', amount: 40 }], { billAgain: true }))
    .body
  assert.deepEqual([data.total, data.creditNotes[0]?.billAgain], [60, true])
  assert.equal(
    (await app.sql<{ closed_reason: string }>('select closed_reason from online_payment where id = $1', [link.id]))[0]
      ?.closed_reason,
    'AMOUNT_CHANGED',
  )
  const billed = () =>
    app.sql<{ invoice_id: string | null; paid_minor: number }>(
      'select invoice_id, paid_minor from treatment where id = any($1) order by created_at, id',
      [[crown.id, filling.id]],
    )
  assert.deepEqual(await billed(), [
    { invoice_id: null, paid_minor: 0 },
    { invoice_id: id, paid_minor: 0 },
  ])
  const again = await bill(app, practice, 0, { lines: lines.slice(0, 1), patientId })
  await owner.call(payInvoice, { id, tenders: [{ type: 'CARD', amount: 60 }] })
  assert.deepEqual(await billed(), [
    { invoice_id: again.id, paid_minor: 0 },
    { invoice_id: id, paid_minor: 11_500 },
  ])
})

test('a planned claim follows; once the insurer has it only the part of the patient is credited', async () => {
  const insurer = await newInsurer(app, practice)
  const { id } = await bill(app, practice, 0, {
    insuranceCompanyId: insurer.id,
    lines: [{ name: 'Crown', unitMinor: 100_000, taxPercent: 15, insurancePercent: 80 }],
  })
  const claim = await claimOf(app, practice, insurer)
  const lineId = (await sheet(id)).items[0]?.id ?? ''
  const first = (await credit(id, [{ lineId, amount: 100 }])).body.data
  assert.deepEqual([first.total, first.insurance, first.creditNotes[0]?.insurance], [1035, 828, 92])
  assert.deepEqual(await app.sql('select total_minor from claim where id = $1', [claim.id]), [{ total_minor: 82_800 }])
  await app.write(clinic, tx => changeClaim(tx, { id: claim.id, status: 'IN_REVIEW' }))
  assert.deepEqual(issueAt(await credit(id, [{ lineId }])), [400, '/lines'])
  const second = (await credit(id, [{ lineId, amount: 180 }])).body.data
  assert.deepEqual([second.total, second.insurance, second.pendingPayment], [828, 828, 0])
  assert.deepEqual(issueAt(await credit(id, [{ lineId, amount: 0.01 }])), [400, '/lines'])
})

test('only what was issued is credited, no more than is left of it, each line once, by one who may', async () => {
  const draft = await bill(app, practice, 100, { release: false })
  const line = async (id: string) => ({ lineId: (await sheet(id)).items[0]?.id ?? '' })
  assert.deepEqual(refusal(await credit(draft.id, [await line(draft.id)])), IST('DRAFT'))
  const forCredit = await bill(app, practice, 100, { balanceInvoice: true })
  assert.deepEqual(refusal(await credit(forCredit.id, [await line(forCredit.id)])), IST('BALANCE'))
  const { id } = await bill(app, practice, 100)
  const own = await line(id)
  assert.deepEqual(refusal(await credit(id, [await line(draft.id)])).slice(0, 2), [404, 'not_found'])
  assert.deepEqual(issueAt(await credit(id, [own, own])), [400, '/lines/1/lineId'])
  assert.deepEqual(issueAt(await credit(id, [{ ...own, quantity: 1, amount: 1 }])), [400, '/lines/0/amount'])
  assert.deepEqual(issueAt(await credit(id, [{ ...own, quantity: 2 }])), [400, '/lines/0/quantity'])
  assert.deepEqual(issueAt(await credit(id, [{ ...own, amount: 100.01 }])), [400, '/lines/0/amount'])
  assert.equal((await credit(id, [{ ...own, amount: 60 }])).status, 201)
  assert.deepEqual(issueAt(await credit(id, [{ ...own, amount: 40.01 }])), [400, '/lines/0/amount'])
  assert.deepEqual(refusal(await owner.call(voidInvoice, { id, reason: 'Wrong' })), IST('CREDITED', 'VOID'))
  const edit = app.write(clinic, tx => changeInvoice(tx, { id, lines: [{ name: 'Other', unitMinor: 1 }] }))
  await assert.rejects(edit, { code: 'invalid_state_transition' })
  const answers = await Promise.all(Array.from({ length: 6 }, () => credit(id, [{ ...own, amount: 15 }])))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 400, 400, 400, 400])
  await credit(id, [own])
  assert.deepEqual(refusal(await credit(id, [own])), IST('CREDITED'))
  const gone = await bill(app, practice, 100)
  const wanted = [await line(gone.id)]
  await owner.call(voidInvoice, { id: gone.id, reason: 'Billed twice' })
  assert.deepEqual(refusal(await credit(gone.id, wanted)), IST('VOID'))
  assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
})
