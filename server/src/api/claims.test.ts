import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getClaim, listClaims } from '@clinic/contract/claims.ts'
import { listPayments } from '@clinic/contract/payments.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { claimOf, insuredInvoice, newInsurer } from '../../test/support/clinic/claims.ts'
import { moneyMismatches } from '../../test/support/clinic/money.ts'
import { openTreasury } from '../domain/books/treasury.ts'
import { type ClaimChanges, changeClaim } from '../domain/claims/change-claim.ts'
import { type ClaimInvoices, changeClaimInvoices } from '../domain/claims/change-claim-invoices.ts'
import type { NewClaim } from '../domain/claims/open-claim.ts'
import { changeInvoice } from '../domain/invoicing/change-invoice.ts'
import { Refusal } from '../kernel/errors.ts'

const app = await startApp()
const practice = await app.practice()
const { clinic, branch, api } = practice
await app.write(clinic, tx => openTreasury(tx, { name: 'Bank', type: 'BANK', isDefault: true }))

/** A claim over two invoices of 100.10 and 200.20. */
async function claimOfTwo(wishes: Partial<NewClaim> = {}) {
  const insurer = await newInsurer(app, practice)
  const invoices = [
    await insuredInvoice(app, practice, insurer, 100.1),
    await insuredInvoice(app, practice, insurer, 200.2),
  ]
  return { insurer, invoices, claim: await claimOf(app, practice, insurer, wishes) }
}
const change = (changes: ClaimChanges) => app.write(clinic, tx => changeClaim(tx, changes))
const regroup = (wishes: ClaimInvoices) => app.write(clinic, tx => changeClaimInvoices(tx, wishes))
const shown = async (id: string) => (await api.call(getClaim, { id })).body.data
const eventsOf = async (id: string) => {
  const events = await app.sql<{ type: string; data: Record<string, unknown>; previous_attributes: unknown }>(
    `select type, data, previous_attributes from event where data->>'id' = $1 order by created_at, id`,
    [id],
  )
  return events.map(({ type, data, previous_attributes }) => [
    type,
    data.status,
    data.rejectedAmount,
    previous_attributes,
  ])
}
const refusedWith =
  (code: string, at = '') =>
  (error: unknown): boolean =>
    error instanceof Refusal && error.code === code && JSON.stringify(error.details).includes(at)
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

test('a claim takes the insurer’s share of what is on no claim yet, and fires claim.created', async () => {
  const { insurer, invoices, claim } = await claimOfTwo({ partialPaymentPercent: 85, promptPaymentPercent: 5 })
  const data = await shown(claim.id)
  assert.deepEqual(
    [data.status, data.totalInsuranceAmount, data.invoiceCount, data.invoiceIds],
    ['PLANNING', 300.3, 2, ids(invoices)],
  )
  assert.deepEqual(
    [data.partialPaymentAmount, data.promptPaymentDeduction, data.netPartialPayment, data.remainingAmount],
    [255.26, 12.76, 242.5, 287.54],
  )
  const [event] = await app.sql('select type, data from event where data->>$2 = $1', [claim.id, 'id'])
  assert.deepEqual(event, {
    type: 'claim.created',
    data: {
      ...{ id: claim.id, object: 'claim', branchId: branch.id, status: 'PLANNING' },
      ...{ rejectedAmount: 0, insuranceCompanyId: insurer.id },
    },
  })
  assert.equal((await claimOf(app, practice, insurer)).invoice_count, 0)
})

test('takes the days in the clinic’s own time, and only what was handed over', async () => {
  const insurer = await newInsurer(app, practice)
  const dated = async (at: string, released = true) => {
    const { id } = await insuredInvoice(app, practice, insurer, 100)
    await app.sql('update invoice set created_at = $2, released_at = $3 where id = $1', [id, at, released ? at : null])
    return id
  }
  const [first, last] = [await dated('2026-02-28T21:00:00Z'), await dated('2026-03-31T20:59:59.999Z')]
  await dated('2026-02-28T20:59:59.999Z')
  await dated('2026-03-31T21:00:00Z')
  await dated('2026-03-10T10:00:00Z', false)
  const { id } = await claimOf(app, practice, insurer, { startDate: '2026-03-01', endDate: '2026-03-31' })
  assert.deepEqual((await shown(id)).invoiceIds, [first, last])
})

test('goes through review and partial payment to the end, the insurer’s money in the books once', async () => {
  const { insurer, invoices, claim } = await claimOfTwo({ partialPaymentPercent: 50, promptPaymentPercent: 10 })
  const { id } = claim
  await change({ id, status: 'IN_REVIEW' })
  await change({ id, status: 'PARTIALLY_CLAIMED', rejectedMinor: 3_000 })
  const partly = await shown(id)
  assert.deepEqual([partly.totalReceivedAmount, partly.rejectedAmount, partly.remainingAmount], [135.13, 30, 120.15])
  await change({ id, status: 'FULLY_CLAIMED' })
  const fully = await shown(id)
  assert.deepEqual([fully.totalReceivedAmount, fully.remainingAmount], [255.28, 0])
  assert.ok(fully.reviewedAt && fully.partiallyClaimedAt && fully.fullyClaimedAt)
  assert.deepEqual(await eventsOf(id), [
    ['claim.created', 'PLANNING', 0, null],
    ['claim.status_changed', 'IN_REVIEW', 0, { status: 'PLANNING' }],
    ['claim.status_changed', 'PARTIALLY_CLAIMED', 30, { status: 'IN_REVIEW' }],
    ['claim.rejected_amount_updated', 'PARTIALLY_CLAIMED', 30, { rejectedAmount: 0 }],
    ['claim.status_changed', 'FULLY_CLAIMED', 30, { status: 'PARTIALLY_CLAIMED' }],
  ])
  const payments = (await api.all(listPayments, {})).filter(each => each.insuranceCompanyId === insurer.id)
  const sum = payments.reduce((total, { amount }) => total + Math.round(amount * 100), 0)
  assert.deepEqual([payments.length, sum], [4, 25_528])
  assert.ok(payments.every(each => each.type === 'INSURANCE' && each.claimed && each.claimedAt))
  assert.deepEqual(new Set(payments.map(each => each.invoiceId)), new Set(ids(invoices)))
  assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
})

test('may be paid in full straight from review', async () => {
  const { claim } = await claimOfTwo()
  await change({ id: claim.id, status: 'IN_REVIEW' })
  await change({ id: claim.id, status: 'FULLY_CLAIMED' })
  const { totalReceivedAmount, partiallyClaimedAt } = await shown(claim.id)
  assert.deepEqual([totalReceivedAmount, partiallyClaimedAt], [300.3, null])
})

test('every other move is refused', async () => {
  const statuses = ['PLANNING', 'IN_REVIEW', 'PARTIALLY_CLAIMED', 'FULLY_CLAIMED'] as const
  const allowed = new Set(['01', '12', '13', '23'])
  for (const [from] of statuses.entries()) {
    const { id } = (await claimOfTwo({ partialPaymentPercent: 50 })).claim
    for (const status of statuses.slice(1, from + 1)) await change({ id, status })
    for (const [to, status] of statuses.entries())
      if (to !== from && !allowed.has(`${from}${to}`))
        await assert.rejects(change({ id, status }), refusedWith('invalid_state_transition', status))
  }
})

test('what the insurer rejects is at most what it owes, and cannot be said before the review or after the end', async () => {
  const { id } = (await claimOfTwo({ partialPaymentPercent: 50 })).claim
  await assert.rejects(change({ id, rejectedMinor: 1 }), refusedWith('invalid_state_transition'))
  await change({ id, status: 'IN_REVIEW' })
  for (const rejectedMinor of [30_031, -1])
    await assert.rejects(change({ id, rejectedMinor }), refusedWith('validation_failed', '/rejectedMinor'))
  await change({ id, rejectedMinor: 500 })
  await change({ id, rejectedMinor: 500 })
  assert.equal((await eventsOf(id)).filter(([type]) => type === 'claim.rejected_amount_updated').length, 1)
  await change({ id, status: 'FULLY_CLAIMED' })
  await assert.rejects(change({ id, rejectedMinor: 600 }), refusedWith('invalid_state_transition'))
})

test('an invoice is on one claim, also when two claims are opened at the same time', async () => {
  const insurer = await newInsurer(app, practice)
  for (let count = 0; count < 3; count++) await insuredInvoice(app, practice, insurer, 100)
  const claims = await Promise.all([1, 2, 3].map(() => claimOf(app, practice, insurer)))
  assert.deepEqual(claims.map(({ invoice_count }) => invoice_count).toSorted(), [0, 0, 3])
  assert.deepEqual(claims.map(({ total_minor }) => total_minor).toSorted(), [0, 0, 30_000])
  const taken = (await shown(claims.find(({ invoice_count }) => invoice_count === 3)?.id ?? '')).invoiceIds
  await assert.rejects(claimOf(app, practice, insurer, { invoiceIds: taken }), refusedWith('invalid_state_transition'))
})

test('invoices are put on a planned claim and taken off it; what the insurer has seen stays', async () => {
  const { insurer, invoices, claim } = await claimOfTwo()
  const other = await insuredInvoice(app, practice, insurer, 50)
  const strange = await insuredInvoice(app, practice, await newInsurer(app, practice), 50)
  await regroup({ id: claim.id, add: [other.id], remove: [invoices[0]?.id ?? ''] })
  const { totalInsuranceAmount, invoiceCount, invoiceIds } = await shown(claim.id)
  assert.deepEqual([totalInsuranceAmount, invoiceCount, invoiceIds], [250.2, 2, [invoices[1]?.id, other.id]])
  await assert.rejects(regroup({ id: claim.id, add: [strange.id] }), refusedWith('validation_failed', '/invoiceIds'))
  await change({ id: claim.id, status: 'IN_REVIEW' })
  await assert.rejects(regroup({ id: claim.id, remove: [other.id] }), refusedWith('invalid_state_transition'))
})

test('a planned claim follows its invoices; in review they keep the insurer’s share', async () => {
  const { claim, invoices } = await claimOfTwo()
  const [first, second] = ids(invoices)
  const share = (id = '', insuranceMinor = 0) =>
    app.write(clinic, tx =>
      changeInvoice(tx, { id, lines: [{ name: 'Crown', unitMinor: 10_000, taxPercent: 0, insuranceMinor }] }),
    )
  await share(first, 4_000)
  assert.equal((await shown(claim.id)).totalInsuranceAmount, 240.2)
  await share(first, 0)
  const { totalInsuranceAmount, invoiceIds } = await shown(claim.id)
  assert.deepEqual([totalInsuranceAmount, invoiceIds], [200.2, [second]])
  await change({ id: claim.id, status: 'IN_REVIEW' })
  await assert.rejects(share(second, 4_000), refusedWith('invalid_state_transition', 'IN_REVIEW'))
  await app.write(clinic, tx => changeInvoice(tx, { id: second ?? '', chart: 'DENTAL' }))
})

test('lists by status, insurer and branch, within at most 366 days', async () => {
  const { insurer, claim } = await claimOfTwo()
  await change({ id: claim.id, status: 'IN_REVIEW' })
  const insuranceCompanyId = insurer.id
  assert.deepEqual(ids(await api.all(listClaims, { insuranceCompanyId, status: 'IN_REVIEW', branchId: branch.id })), [
    claim.id,
  ])
  assert.deepEqual(await api.all(listClaims, { insuranceCompanyId, status: 'PLANNING' }), [])
  const { status, body } = await api.list(listClaims, { from: '2025-01-01T00:00:00Z', to: '2026-01-02T00:00:01Z' })
  assert.deepEqual([status, body.error?.code], [400, 'validation_failed'])
})

test('counts dinars in three decimals', async () => {
  const kuwait = { ...practice, clinic: await app.clinic({ currency: 'KWD', country: 'KW', tax_percent: 0 }) }
  const there = { ...kuwait, branch: await app.branch(kuwait.clinic) }
  const scene = { ...there, doctor: await app.doctor([there.branch]), patient: await app.patient(there.branch) }
  const insurer = await newInsurer(app, scene)
  await insuredInvoice(app, scene, insurer, 123.45)
  const claim = await claimOf(app, scene, insurer, { partialPaymentPercent: 33.333333, promptPaymentPercent: 2.5 })
  const { token } = await app.installation(kuwait.clinic)
  const { data } = (await app.api(token).call(getClaim, { id: claim.id })).body
  assert.deepEqual(
    [data.totalInsuranceAmount, data.partialPaymentAmount, data.promptPaymentDeduction, data.netPartialPayment],
    [12.345, 4.115, 0.103, 4.012],
  )
})
