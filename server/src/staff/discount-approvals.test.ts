import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chartTreatment } from '@clinic/contract/staff/chart.ts'
import {
  approveDiscount,
  askForDiscount,
  declineDiscount,
  getDiscountApproval,
  listDiscountApprovals,
} from '@clinic/contract/staff/discount-approvals.ts'
import { getMoneySettings, updateMoneySettings } from '@clinic/contract/staff/money-settings.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { staffClient, staffMember } from '../../test/support/staff/scene.ts'

const app = await startApp()
const { clinic, branch, patient } = await app.practice()

const filling = await app.insert('procedure', {
  ...{ company_id: clinic.company_id, id: 'prc_fill', name: 'Filling', code: 'D2391', price_minor: 35_000 },
  ...{ created_at: clinic.created_at, updated_at: clinic.created_at },
})

async function as(role: string) {
  const { cookie } = await staffMember(app, clinic, role)
  return staffClient(app, () => cookie)
}
const [owner, admin, desk, nurse] = [
  await as('owner'),
  await as('admin'),
  await as('receptionist'),
  await as('assistant'),
]

const refusal = ({ status, body }: { status: number; body: { error: { code: string; details?: object } } }) => [
  ...[status, body.error.code],
  body.error.details,
]
async function asked(percent = 12) {
  const { status, body, text } = await desk.call(askForDiscount, {
    ...{ patientId: patient.id, percent, reason: 'Waited for an hour' },
  })
  assert.equal(status, 201, text)
  return body.data
}
const charted = (client: typeof owner, discountPercent: number) =>
  client.call(chartTreatment, { patientId: patient.id, branchId: branch.id, procedureId: filling.id, discountPercent })
const stateOf = async (id: string) => (await desk.call(getDiscountApproval, { id })).body.data.state

test('a clinic that has said nothing goes by what is usual, and what it says holds for the next discount', async () => {
  const usual = (await owner.call(getMoneySettings, {})).body.data
  assert.deepEqual(usual, {
    discountLimits: { assistant: 0, receptionist: 10, doctor: 15, accountant: 20, admin: 50, owner: 100 },
    ...{ earnPerUnit: 0, pointValue: 0, redeemMaxPercent: 100, quotationDays: 30, linkDays: 90, taxPercent: 15 },
    version: 1,
  })
  assert.equal(refusal(await charted(nurse, 5))[1], 'discount_above_limit')
  const wish = { discountLimits: { ...usual.discountLimits, assistant: 5 }, pointValue: 0.05, taxPercent: 5 }
  const { body, text } = await owner.call(updateMoneySettings, wish, { version: 1 })
  assert.deepEqual(body.data, { ...usual, ...wish, version: 2 }, text)
  assert.equal((await charted(nurse, 5)).status, 201)
  const late = await admin.call(updateMoneySettings, { taxPercent: 14 }, { version: 1 })
  assert.equal(refusal(late)[1], 'changed_meanwhile')
  assert.equal((await admin.call(updateMoneySettings, { linkDays: 30 }, { version: 1 })).body.data.linkDays, 30)
  const tooFine = await owner.call(updateMoneySettings, { redeemMaxPercent: 12.345 }, { version: 3 })
  assert.equal(tooFine.status, 400)
  assert.equal((await desk.call(getMoneySettings, {})).status, 403)
})

test('what was asked for is approved or declined once, by those whose own limit is enough', async () => {
  const { id, state, allowed, patientName, askedBy, expiresAt, createdAt } = await asked(60)
  assert.deepEqual([state, allowed, patientName !== null, askedBy !== null], ['ASKED', [], true, true])
  assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 15 * 60_000)
  assert.equal((await desk.call(approveDiscount, { id })).status, 403)
  const [status, code, details] = refusal(await admin.call(approveDiscount, { id }))
  assert.deepEqual([status, code, Object(details).limitPercent], [422, 'discount_above_limit', 50])
  assert.equal(Object(details).approvers.length, 1)
  assert.deepEqual((await owner.call(getDiscountApproval, { id })).body.data.allowed, ['APPROVE', 'DECLINE'])
  const approved = (await owner.call(approveDiscount, { id })).body.data
  assert.deepEqual([approved.state, approved.decidedBy !== null, approved.allowed], ['APPROVED', true, ['DECLINE']])
  assert.deepEqual(refusal(await owner.call(approveDiscount, { id })), [
    ...[409, 'invalid_state_transition'],
    { from: 'APPROVED', to: 'APPROVED' },
  ])
  assert.equal((await admin.call(declineDiscount, { id })).body.data.state, 'DECLINED')
  assert.equal(refusal(await owner.call(declineDiscount, { id }))[1], 'invalid_state_transition')
})

test('what is not decided, and what is not used, within 15 minutes has expired and is listed no more', async () => {
  const { id } = await asked()
  const { id: approved } = await asked(11)
  await owner.call(approveDiscount, { id: approved })
  const listed = async () => (await owner.list(listDiscountApprovals, {})).body.data.map(one => one.id)
  assert.deepEqual((await listed()).slice(-2), [id, approved])
  await app.sql("update discount_approval set expires_at = now() - interval '1 second' where id = any($1)", [
    [id, approved],
  ])
  assert.deepEqual([await stateOf(id), await stateOf(approved)], ['EXPIRED', 'EXPIRED'])
  assert.ok(!(await listed()).includes(id))
  assert.deepEqual(refusal(await owner.call(approveDiscount, { id })), [
    ...[409, 'invalid_state_transition'],
    { from: 'EXPIRED', to: 'APPROVED' },
  ])
})

test('a request that is sent twice asks once, and another clinic’s is not found', async () => {
  const wish = { patientId: patient.id, percent: 12, reason: 'Waited' }
  const [one, other] = [
    await desk.call(askForDiscount, wish, { key: 'same' }),
    await desk.call(askForDiscount, wish, { key: 'same' }),
  ]
  assert.equal(one.body.data.id, other.body.data.id)
  assert.equal((await desk.call(askForDiscount, { ...wish, percent: 12.345 })).status, 400)
  const elsewhere = await app.practice()
  assert.equal((await desk.call(askForDiscount, { ...wish, patientId: elsewhere.patient.id })).status, 404)
  const { cookie } = await staffMember(app, elsewhere.clinic, 'owner')
  const stranger = staffClient(app, () => cookie)
  assert.equal((await stranger.call(getDiscountApproval, { id: one.body.data.id })).status, 404)
  assert.equal((await stranger.call(approveDiscount, { id: one.body.data.id })).status, 404)
})
