import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getClaim } from '@clinic/contract/claims.ts'
import {
  createClaim,
  followUpClaim,
  getBillable,
  getClinicClaim,
  listClinicClaims,
  submitClaim,
  updateClaim,
} from '@clinic/contract/staff/claims.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { claimableInvoice, newInsurer } from '../../test/support/clinic/claims.ts'
import { moneyMismatches } from '../../test/support/clinic/money.ts'
import { eventsOf } from '../../test/support/clinic/online-payments.ts'
import { staffClient, staffMember } from '../../test/support/staff/scene.ts'
import { changeInvoice } from '../domain/invoicing/change-invoice.ts'
import { localDate } from '../kernel/values/zone.ts'

const app = await startApp()
const practice = await app.practice()
const { clinic, branch, doctor, api } = practice
const accountant = staffClient(app, () => accountantCookie)
const { cookie: accountantCookie } = await staffMember(app, clinic, 'accountant')
const year = new Date().getUTCFullYear()
const span = { startDate: `${year}-01-01`, endDate: `${year}-12-31` }
const today = () => localDate(Date.now(), clinic.time_zone)

async function two(prices: readonly [number, number] = [100.1, 200.2]) {
  const insurer = await newInsurer(app, practice)
  const invoices = []
  for (const price of prices) invoices.push(await claimableInvoice(app, practice, insurer, price))
  const whose = { insuranceCompanyId: insurer.id, branchId: branch.id }
  return { insurer, ids: invoices.map(({ id }) => id), whose }
}

async function planned() {
  const { ids, ...made } = await two()
  const { data } = (await accountant.call(createClaim, { ...made.whose, ...span })).body
  return { ...made, ids, claim: data }
}

const refusal = ({ status, body }: { status: number; body: { error: { code: string; details?: unknown } } }) => [
  ...[status, body.error.code],
  JSON.stringify(body.error.details),
]

test('a claim is opened over what was named or over all that can be claimed, and is the sum of its items', async () => {
  const { whose, ids, insurer } = await two()
  const billable = (await accountant.call(getBillable, { ...whose, from: span.startDate, to: span.endDate })).body.data
  assert.deepEqual(
    [billable.claimable.map(({ invoiceId, share }) => [invoiceId, share]), billable.claimableTotal, billable.blocked],
    [
      [
        [ids[0], 100.1],
        [ids[1], 200.2],
      ],
      300.3,
      [],
    ],
  )
  const named = { ...whose, ...span, invoiceIds: ids.slice(1), name: 'July', partialPaymentPercent: 50 }
  const { status, body } = await accountant.call(createClaim, named)
  const { data } = body
  assert.deepEqual(
    [status, data.name, data.insurer, data.status, data.totalInsuranceAmount, data.partialPaymentAmount],
    [201, 'July', insurer.name, 'PLANNING', 200.2, 100.1],
  )
  assert.deepEqual(
    data.items.map(({ invoiceId, claimed, remaining }) => [invoiceId, claimed, remaining]),
    [[ids[1], 200.2, 200.2]],
  )
  assert.deepEqual(data.allowed, ['CHANGE', 'SUBMIT'])
  assert.deepEqual(await eventsOf(app, data.id), [['claim.created', null]])
  assert.deepEqual((await eventsOf(app, ids[1] ?? '')).at(-1), ['invoice.updated', {}])
  const rest = (await accountant.call(createClaim, { ...whose, ...span })).body.data
  assert.deepEqual(
    rest.items.map(({ invoiceId }) => invoiceId),
    [ids[0]],
  )
  assert.deepEqual(refusal(await accountant.call(createClaim, { ...whose, ...span })).slice(0, 2), [
    400,
    'validation_failed',
  ])
  assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
})

/** What makes an invoice that can be claimed one that cannot, by the reason. */
const BLOCKS: Readonly<Record<string, string>> = {
  NOT_ISSUED: 'update invoice set released_at = null where id = $1',
  NO_SHARE: 'update invoice set insurance_minor = 0 where id = $1',
  APPROVAL_MISSING: `with asked as (update insurance_company set approval_required = true
      where id = (select insurance_company_id from invoice where id = $1)),
    made as (insert into procedure (company_id, id, created_at, updated_at, name, price_minor, approval_required, search_text)
      select company_id, 'prc_' || substr(id, 5), now(), now(), 'Crown', 100, true, 'crown' from invoice where id = $1 returning id)
    update invoice_line set procedure_id = (select id from made) where invoice_id = $1`,
  COVERAGE_INCOMPLETE: `update patient set insurance_number = null where id = (select patient_id from invoice where id = $1)`,
  COVERAGE_ENDED: `update patient set insurance_end_date = '2020-01-01' where id = (select patient_id from invoice where id = $1)`,
  EINVOICE_REJECTED: `update invoice set e_invoice_status = 'REJECTED' where id = $1`,
  VOIDED: `update invoice set voided_at = now(), subtotal_minor = 0, discount_minor = 0, tax_minor = 0, total_minor = 0,
    insurance_minor = 0 where id = $1`,
}

const blocked = await app.practice()
const { cookie: blockedCookie } = await staffMember(app, blocked.clinic, 'accountant')
const their = staffClient(app, () => blockedCookie)

for (const [reason, block] of Object.entries(BLOCKS))
  test(`what is blocked by ${reason} is said to be, and is put on no claim`, async () => {
    const fresh = { ...blocked, patient: await app.patient(blocked.branch) }
    const insurer = await newInsurer(app, blocked)
    const { id } = await claimableInvoice(app, fresh, insurer, 100)
    const free = await claimableInvoice(app, { ...blocked, patient: await app.patient(blocked.branch) }, insurer, 50)
    await app.sql(block, [id])
    const whose = { insuranceCompanyId: insurer.id, branchId: blocked.branch.id }
    const { data } = (await their.call(getBillable, { ...whose, from: span.startDate, to: span.endDate })).body
    assert.deepEqual(
      data.blocked.map(one => [one.invoiceId, one.reasons]),
      [[id, [reason]]],
    )
    const asked = { ...whose, ...span, invoiceIds: [free.id, id] }
    const refused = await their.call(createClaim, asked)
    assert.equal(refused.status, 400, refused.text)
    assert.match(JSON.stringify(refused.body), new RegExp(`/invoiceIds/1.*not_claimable.*${reason}`))
    const { data: claim } = (await their.call(createClaim, { ...whose, ...span })).body
    const added = await their.call(updateClaim, { id: claim.id, add: [id] }, { version: claim.version })
    assert.match(JSON.stringify(added.body), new RegExp(`/add/0.*not_claimable.*${reason}`))
    assert.deepEqual(
      claim.items.map(one => one.invoiceId),
      [free.id],
    )
  })

test('what is on a claim, of another insurer or at another branch is put on no other', async () => {
  const { whose, ids } = await planned()
  const taken = await accountant.call(createClaim, { ...whose, ...span, invoiceIds: ids })
  assert.match(JSON.stringify(taken.body), /\/invoiceIds\/0.*not_claimable.*ON_CLAIM/)
  const other = await two()
  const others = await accountant.call(createClaim, { ...whose, ...span, invoiceIds: other.ids })
  assert.match(JSON.stringify(others.body), /not_claimable.*OTHER_INSURER/)
  const elsewhere = { ...other.whose, ...span, branchId: (await app.branch(clinic)).id, invoiceIds: other.ids }
  assert.deepEqual(refusal(await accountant.call(createClaim, elsewhere)), [404, 'not_found', '{"resource":"invoice"}'])
  const foreign = await app.practice()
  const theirs = await claimableInvoice(app, foreign, await newInsurer(app, foreign), 10)
  const stolen = await accountant.call(createClaim, { ...whose, ...span, invoiceIds: [theirs.id] })
  assert.deepEqual(refusal(stolen), [404, 'not_found', '{"resource":"invoice"}'])
})

test('a planned claim is changed by who saw it; once it is submitted it stays, and is told of once', async () => {
  const { claim, ids, insurer } = await planned()
  const { id, version } = claim
  const later = await claimableInvoice(app, practice, insurer, 50)
  const wishes = { id, add: [later.id], remove: ids.slice(0, 1), name: 'August', promptPaymentPercent: 5 }
  const changed = await accountant.call(updateClaim, wishes, { version })
  assert.equal(changed.status, 200, changed.text)
  const { items, name, totalInsuranceAmount, invoiceCount } = changed.body.data
  assert.deepEqual(
    [items.map(({ invoiceId }) => invoiceId), name, totalInsuranceAmount, invoiceCount],
    [[ids[1], later.id], 'August', 250.2, 2],
  )
  const stale = await accountant.call(updateClaim, { id, name: 'September' }, { version })
  assert.deepEqual(refusal(stale).slice(0, 2), [409, 'changed_meanwhile'])
  const sent = await accountant.call(submitClaim, { id, reference: 'EX-118' })
  const { status, reference, reviewedAt, allowed } = sent.body.data
  assert.deepEqual([sent.status, status, reference, allowed], [201, 'IN_REVIEW', 'EX-118', ['FOLLOW_UP', 'REMIT']])
  assert.ok(reviewedAt)
  assert.deepEqual(refusal(await accountant.call(submitClaim, { id })).slice(0, 2), [409, 'invalid_state_transition'])
  const late = { version: sent.body.data.version }
  const moved = await accountant.call(updateClaim, { id, remove: [later.id] }, late)
  assert.deepEqual(refusal(moved).slice(0, 2), [409, 'invalid_state_transition'])
  assert.deepEqual(await eventsOf(app, id), [
    ['claim.created', null],
    ['claim.status_changed', { status: 'PLANNING' }],
  ])
  assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
})

test('a planned claim follows its invoices, item by item, and is what plugins are told', async () => {
  const { claim, ids } = await planned()
  const share = (id: string, insuranceMinor: number) =>
    app.write(clinic, tx =>
      changeInvoice(tx, { id, lines: [{ name: 'Crown', unitMinor: 10_000, taxPercent: 0, insuranceMinor }] }),
    )
  await share(ids[0] ?? '', 4_000)
  await share(ids[1] ?? '', 0)
  const { items, version } = (await accountant.call(getClinicClaim, { id: claim.id })).body.data
  assert.deepEqual(
    [items.map(({ invoiceId, claimed }) => [invoiceId, claimed]), version],
    [[[ids[0], 40]], claim.version],
  )
  const told = (await api.call(getClaim, { id: claim.id })).body.data
  assert.deepEqual([told.totalInsuranceAmount, told.invoiceIds], [40, [ids[0]]])
  assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
})

test('asking the insurer is noted with who asked and when it is asked again, and no plugin hears of it', async () => {
  const { claim } = await planned()
  const asked = { id: claim.id, date: '2099-01-31', note: 'They <b>ask</b> for the x-ray' }
  assert.deepEqual(refusal(await accountant.call(followUpClaim, asked)).slice(0, 2), [409, 'invalid_state_transition'])
  await accountant.call(submitClaim, { id: claim.id })
  const heard = await eventsOf(app, claim.id)
  const { status, body } = await accountant.call(followUpClaim, asked)
  assert.equal(status, 201)
  assert.equal(body.data.followUpOn, '2099-01-31')
  assert.deepEqual(
    body.data.notes.map(({ note, followUpOn }) => [note, followUpOn]),
    [[asked.note, '2099-01-31']],
  )
  assert.deepEqual(await eventsOf(app, claim.id), heard)
  const early = await accountant.call(followUpClaim, { ...asked, date: '2020-01-01' })
  assert.deepEqual(refusal(early).slice(0, 2), [400, 'validation_failed'])
  assert.equal((await accountant.call(followUpClaim, { ...asked, date: today() })).status, 201)
  const due = (await accountant.list(listClinicClaims, { followUp: true })).body.data
  assert.deepEqual(
    due.map(one => [one.id, one.followUpOn, one.mismatch]),
    [[claim.id, today(), false]],
  )
})

test('who sees one branch finds and reads the claims of that one alone', async () => {
  const { claim } = await planned()
  const elsewhere = { ...practice, branch: await app.branch(clinic) }
  const there = { ...elsewhere, doctor: await app.doctor([elsewhere.branch]) }
  const { cookie } = await staffMember(app, clinic, 'accountant', there.doctor)
  const other = staffClient(app, () => cookie)
  assert.deepEqual((await other.list(listClinicClaims, {})).body.data, [])
  assert.equal((await other.call(getClinicClaim, { id: claim.id })).status, 404)
  assert.equal((await other.call(submitClaim, { id: claim.id })).status, 404)
  const { cookie: here } = await staffMember(app, clinic, 'accountant', doctor)
  assert.equal((await staffClient(app, () => here).call(getClinicClaim, { id: claim.id })).status, 200)
})
