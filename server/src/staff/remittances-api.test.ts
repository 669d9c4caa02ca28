import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getClaim } from '@clinic/contract/claims.ts'
import { getInvoice } from '@clinic/contract/invoices.ts'
import { getClinicClaim } from '@clinic/contract/staff/claims.ts'
import { postRemittance, previewRemittance } from '@clinic/contract/staff/remittances.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { claimableInvoice, claimOf, newInsurer } from '../../test/support/clinic/claims.ts'
import { moneyMismatches } from '../../test/support/clinic/money.ts'
import { staffClient, staffMember } from '../../test/support/staff/scene.ts'
import { closeDay, previewClose } from '../domain/books/day-close.ts'
import { openTreasury } from '../domain/books/treasury.ts'
import { handOver } from '../domain/claims/ask-insurer.ts'
import type { NewClaim } from '../domain/claims/open-claim.ts'
import { localDate } from '../kernel/values/zone.ts'

const app = await startApp()
const practice = await app.practice()
const { clinic, api } = practice
const { cookie } = await staffMember(app, clinic, 'accountant')
const accountant = staffClient(app, () => cookie)
const bank = await app.write(clinic, tx => openTreasury(tx, { name: 'Bank', type: 'BANK', isDefault: true }))
const date = localDate(Date.now(), clinic.time_zone)

let references = 0

/** A claim of 100.00 and 200.00 that the insurer has. */
async function submitted(wishes: Partial<NewClaim> = {}, prices: readonly number[] = [100, 200]) {
  const insurer = await newInsurer(app, practice)
  const ids: string[] = []
  for (const price of prices) ids.push((await claimableInvoice(app, practice, insurer, price)).id)
  const { id } = await claimOf(app, practice, insurer, wishes)
  await app.write(clinic, tx => handOver(tx, { id }))
  const [first = '', second = ''] = ids
  const paid = { insuranceCompanyId: insurer.id, treasuryId: bank.id, reference: `R ${++references}`, date }
  return { id, ids, first, second, paid }
}
const shown = async (id: string) => (await accountant.call(getClinicClaim, { id })).body.data
/** What was told of these records since, in its order. */
const told = async (...ids: string[]) =>
  (
    await app.sql<{ type: string; previous_attributes: unknown }>(
      `select type, previous_attributes from event where company_id = $1 and type not in ('claim.created', 'invoice.created')
         and (data->>'id' = any($2) or data->>'invoiceId' = any($2)) order by id`,
      [clinic.company_id, ids],
    )
  ).map(({ type, previous_attributes }) => [type, previous_attributes])
const refusal = ({ status, body }: { status: number; body: { error: { code: string; details?: unknown } } }) => [
  ...[status, body.error.code],
  body.error.details,
]

test('what an insurer pays is one payment for each invoice, and a claim of which nothing remains is settled', async () => {
  const { id, first, second, paid } = await submitted()
  const before = (await told(id, first, second)).length
  const lines = [{ invoiceId: first, received: 100, rejected: 0 }]
  const { status, body } = await accountant.call(postRemittance, { ...paid, total: 100, lines })
  assert.equal(status, 201)
  assert.deepEqual(
    body.data.lines.map(line => [line.invoiceId, line.claimId, line.received, typeof line.paymentId]),
    [[first, id, 100, 'string']],
  )
  const partly = await shown(id)
  assert.deepEqual([partly.status, partly.totalReceivedAmount, partly.remainingAmount], ['PARTIALLY_CLAIMED', 100, 200])
  const rest = [{ invoiceId: second, received: 150, rejected: 50, code: 'CV-1', disposition: 'WRITE_OFF' as const }]
  const again = { ...paid, reference: `${paid.reference} b`, total: 150, lines: rest }
  assert.equal((await accountant.call(postRemittance, again)).status, 201)
  const fully = await shown(id)
  assert.deepEqual(
    [fully.status, fully.rejectedAmount, fully.remainingAmount, fully.mismatch],
    ['FULLY_CLAIMED', 50, 0, false],
  )
  assert.deepEqual(
    fully.items.map(item => [item.received, item.rejected, item.remaining, item.code, item.disposition]),
    [
      [100, 0, 0, null, null],
      [150, 50, 0, 'CV-1', 'WRITE_OFF'],
    ],
  )
  assert.deepEqual((await told(id, first, second)).slice(before), [
    ['claim.status_changed', { status: 'IN_REVIEW' }],
    ['payment.created', null],
    ['claim.status_changed', { status: 'PARTIALLY_CLAIMED' }],
    ['claim.rejected_amount_updated', { rejectedAmount: 0 }],
    ['payment.created', null],
  ])
  assert.equal((await api.call(getInvoice, { id: second })).body.data.pendingPayment, 0)
  assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
})

test('what a patient bears is theirs to pay, without an edit of the invoice; what is disputed is not rejected yet', async () => {
  const { id, first, second, paid } = await submitted()
  const before = (await told(id, first, second)).length
  const lines = [
    { invoiceId: first, received: 60, rejected: 40, disposition: 'PATIENT' as const },
    { invoiceId: second, received: 0, rejected: 200, code: 'AD-3-7', disposition: 'DISPUTE' as const },
  ]
  const asked = { ...paid, total: 60, lines }
  const late = await accountant.call(postRemittance, asked)
  assert.deepEqual([late.status, JSON.stringify(late.body).includes('/followUpOn')], [400, true])
  assert.equal((await accountant.call(postRemittance, { ...asked, followUpOn: '2099-01-31' })).status, 201)
  const claim = await shown(id)
  assert.deepEqual(
    [claim.status, claim.rejectedAmount, claim.remainingAmount, claim.followUpOn, claim.mismatch],
    ['PARTIALLY_CLAIMED', 40, 200, '2099-01-31', true],
  )
  const borne = (await api.call(getInvoice, { id: first })).body.data
  assert.deepEqual([borne.total, borne.insurance, borne.pendingPayment, borne.paidInFull], [100, 60, 40, false])
  assert.deepEqual((await told(id, first, second)).slice(before), [
    ['invoice.updated', { paidInFull: true }],
    ['claim.status_changed', { status: 'IN_REVIEW' }],
    ['claim.rejected_amount_updated', { rejectedAmount: 0 }],
    ['payment.created', null],
  ])
  const won = [{ invoiceId: second, received: 200, rejected: 0 }]
  const after = await accountant.call(postRemittance, { ...paid, reference: 'Won', total: 200, lines: won })
  assert.equal(after.status, 201)
  const { status, followUpOn, items } = await shown(id)
  assert.deepEqual([status, followUpOn, items[1]?.disposition], ['FULLY_CLAIMED', null, null])
  assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
})

test('an insurer that kept less for paying promptly is believed, and what is disputed is never taken for that', async () => {
  const terms = { partialPaymentPercent: 100, promptPaymentPercent: 10 }
  const { id, first, second, paid } = await submitted(terms)
  const disputed = [
    { invoiceId: first, received: 70, rejected: 30, disposition: 'DISPUTE' as const },
    { invoiceId: second, received: 200, rejected: 0 },
  ]
  const asked = { ...paid, total: 270, lines: disputed, followUpOn: '2099-01-31' }
  assert.equal((await accountant.call(postRemittance, asked)).status, 201)
  const open = await shown(id)
  assert.deepEqual([open.status, open.promptPaymentDeduction, open.remainingAmount], ['PARTIALLY_CLAIMED', 0, 30])
  const kept = await submitted(terms)
  const lines = [
    { invoiceId: kept.first, received: 90, rejected: 0 },
    { invoiceId: kept.second, received: 180, rejected: 0 },
  ]
  assert.equal((await accountant.call(postRemittance, { ...kept.paid, total: 270, lines })).status, 201)
  const told = (await api.call(getClaim, { id: kept.id })).body.data
  assert.deepEqual([told.status, told.promptPaymentDeduction, told.remainingAmount], ['FULLY_CLAIMED', 30, 0])
  assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
})

test('what does not add up is refused with the amount that would do, and the preview has said so', async () => {
  const { first, second, paid } = await submitted()
  const lines = [
    { invoiceId: first, received: 100, rejected: 0 },
    { invoiceId: second, received: 50.5, rejected: 0 },
  ]
  const { insuranceCompanyId } = paid
  const preview = await accountant.call(previewRemittance, { insuranceCompanyId, total: 200, lines })
  assert.deepEqual(
    [preview.body.data.received, preview.body.data.difference, preview.body.data.over],
    [150.5, 49.5, []],
  )
  assert.deepEqual(refusal(await accountant.call(postRemittance, { ...paid, total: 200, lines })), [
    ...[422, 'remittance_unbalanced', { total: 150.5 }],
  ])
  const over = [{ invoiceId: first, received: 100, rejected: 0.01, disposition: 'WRITE_OFF' as const }]
  const seen = await accountant.call(previewRemittance, { insuranceCompanyId, total: 100, lines: over })
  assert.deepEqual(seen.body.data.over, [{ invoiceId: first, remaining: 100 }])
  assert.deepEqual(refusal(await accountant.call(postRemittance, { ...paid, total: 100, lines: over })), [
    ...[422, 'remittance_unbalanced', { invoiceId: first, remaining: 100 }],
  ])
  assert.equal((await accountant.call(postRemittance, { ...paid, total: 150.5, lines })).status, 201)
})

test('lines that say nothing, twice or half are refused at their place; so are days to come and closed ones', async () => {
  const { first, second, paid } = await submitted()
  const at = async (lines: object[], wishes: object = {}) => {
    const input = { ...paid, total: 0, lines, ...wishes }
    return JSON.stringify((await accountant.call(postRemittance, input as never)).body)
  }
  const line = { invoiceId: first, received: 0, rejected: 10 }
  assert.match(await at([line]), /\/lines\/0\/disposition/)
  assert.match(await at([{ ...line, rejected: 0 }]), /\/lines\/0\/received/)
  assert.match(
    await at([
      { ...line, disposition: 'PATIENT' },
      { ...line, disposition: 'PATIENT' },
    ]),
    /\/lines\/1\/invoiceId/,
  )
  assert.match(await at([{ ...line, rejected: 0.001, disposition: 'PATIENT' }]), /\/lines\/0\/rejected.*decimals/)
  assert.match(await at([{ ...line, disposition: 'PATIENT' }], { date: '2099-01-01' }), /\/date/)
  const old = await app.write(clinic, tx => openTreasury(tx, { name: 'Old', type: 'BANK', isDefault: false }))
  await app.write(clinic, async tx => {
    const { hash } = await previewClose(tx, { treasuryId: old.id, date })
    return closeDay(tx, { treasuryId: old.id, date, countedMinor: 0, hash })
  })
  const full = [{ invoiceId: second, received: 200, rejected: 0 }]
  const closed = await accountant.call(postRemittance, { ...paid, treasuryId: old.id, total: 200, lines: full })
  assert.deepEqual(refusal(closed), [409, 'day_closed', { closedThrough: date }])
})

test('what is on no claim of the insurer, planned, settled, out of sight or of another clinic is refused', async () => {
  const { first, second, paid } = await submitted()
  const post = (
    lines: { invoiceId: string; received: number; rejected: number }[],
    wishes: object = {},
    by = accountant,
  ) =>
    by.call(postRemittance, {
      ...paid,
      total: lines.reduce((sum, { received }) => sum + received, 0),
      lines,
      ...wishes,
    })
  const insurer = await newInsurer(app, practice)
  const loose = await claimableInvoice(app, practice, insurer, 10)
  assert.match(JSON.stringify((await post([{ invoiceId: loose.id, received: 1, rejected: 0 }])).body), /not_claimed/)
  await claimOf(app, practice, insurer)
  const others = await post([{ invoiceId: loose.id, received: 1, rejected: 0 }])
  assert.match(JSON.stringify(others.body), /\/lines\/0\/invoiceId.*not_claimed/)
  const early = await post([{ invoiceId: loose.id, received: 1, rejected: 0 }], { insuranceCompanyId: insurer.id })
  assert.deepEqual(refusal(early).slice(0, 2), [409, 'invalid_state_transition'])
  const foreign = await app.practice()
  const theirs = await claimableInvoice(app, foreign, await newInsurer(app, foreign), 10)
  assert.equal((await post([{ invoiceId: theirs.id, received: 1, rejected: 0 }])).status, 404)
  const elsewhere = await app.branch(clinic)
  const { cookie: far } = await staffMember(app, clinic, 'accountant', await app.doctor([elsewhere]))
  const all = [
    { invoiceId: first, received: 100, rejected: 0 },
    { invoiceId: second, received: 200, rejected: 0 },
  ]
  assert.equal(
    (
      await post(
        all,
        {},
        staffClient(app, () => far),
      )
    ).status,
    404,
  )
  assert.equal((await post(all)).status, 201)
  const settled = await post([{ invoiceId: first, received: 1, rejected: 0 }], { reference: 'Once more' })
  assert.deepEqual(refusal(settled).slice(0, 2), [409, 'invalid_state_transition'])
})

test('two hundred lines are entered within two seconds, and once: again, and at the same time, they exist already', async () => {
  const count = 200
  const insurer = await newInsurer(app, practice)
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push((await claimableInvoice(app, practice, insurer, 100 + n)).id)
  const { id } = await claimOf(app, practice, insurer)
  await app.write(clinic, tx => handOver(tx, { id }))
  const lines = ids.map((invoiceId, n) => ({
    ...{ invoiceId, received: 90 + n, rejected: 10, code: 'CV-1' },
    disposition: n % 2 === 0 ? ('WRITE_OFF' as const) : ('PATIENT' as const),
  }))
  const total = lines.reduce((sum, { received }) => sum + received, 0)
  const input = {
    ...{ insuranceCompanyId: insurer.id, treasuryId: bank.id, reference: 'Two hundred', date, total, lines },
  }
  const began = performance.now()
  const first = await accountant.call(postRemittance, input)
  const took = performance.now() - began
  assert.equal(first.status, 201, first.text)
  assert.ok(took < 2_000, `${Math.round(took)} ms`)
  assert.deepEqual(refusal(await accountant.call(postRemittance, input)), [
    ...[409, 'already_exists', { id: first.body.data.id }],
  ])
  const { status, totalReceivedAmount, rejectedAmount } = await shown(id)
  assert.deepEqual([status, totalReceivedAmount, rejectedAmount], ['FULLY_CLAIMED', total, 10 * count])
  const [told] = await app.sql(
    `select count(*) filter (where type = 'payment.created')::int as paid,
       count(*) filter (where type = 'invoice.updated' and previous_attributes <> '{}')::int as updated
     from event where company_id = $1 and (data->>'invoiceId' = any($2) or data->>'id' = any($2))`,
    [clinic.company_id, ids],
  )
  assert.deepEqual(told, { paid: count, updated: count / 2 })
  assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
  const { first: one, paid } = await submitted()
  const together = await Promise.all(
    [1, 2, 3].map(() =>
      accountant.call(postRemittance, { ...paid, total: 100, lines: [{ invoiceId: one, received: 100, rejected: 0 }] }),
    ),
  )
  assert.deepEqual(together.map(({ status }) => status).toSorted(), [201, 409, 409])
  assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
})
