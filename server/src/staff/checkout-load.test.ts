import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPaymentLink } from '@clinic/contract/online-payments.ts'
import { updateMoneySettings } from '@clinic/contract/staff/money-settings.ts'
import { payInvoice } from '@clinic/contract/staff/tenders.ts'
import { type Practice, startApp } from '../../test/support/app/harness.ts'
import { checkOutAs, doneToday, preview, visitOf } from '../../test/support/clinic/checkout.ts'
import { DEADLOCKS } from '../../test/support/clinic/closes.ts'
import { issueInvoice, moneyMismatches } from '../../test/support/clinic/money.ts'
import { payingOnline, sandboxOf, sendCallback } from '../../test/support/clinic/online-payments.ts'
import { staffClient, staffMember } from '../../test/support/staff/scene.ts'
import { takeDeposit } from '../domain/billing/take-deposit.ts'

const app = await startApp()
const practice = await app.practice()
const { clinic, branch, patient, api } = practice
await payingOnline(app, clinic)

const MANY = 30
async function as(role: string) {
  const { cookie } = await staffMember(app, clinic, role)
  return staffClient(app, () => cookie)
}
const owner = await as('owner')
await owner.call(updateMoneySettings, { earnPerUnit: 1 }, { version: 1 })
const cashiers = await Promise.all(Array.from({ length: MANY }, () => as('receptionist')))

let keys = 0
/** Sends the same request again as long as the machine is too busy to do it, as the console and gateways do. */
async function insist<Answer extends { status: number }>(send: (key: string) => Promise<Answer>): Promise<Answer> {
  const key = `insist ${++keys}`
  for (let tries = 1; ; tries++) {
    const answer = await send(key)
    if (answer.status !== 503 || tries === 5) return answer
  }
}
const each = async <Item, Answer extends { status: number }>(
  items: readonly Item[],
  send: (item: Item, key: string) => Promise<Answer>,
) => [...new Set((await Promise.all(items.map(item => insist(key => send(item, key))))).map(({ status }) => status))]

async function visit(cashier: (typeof cashiers)[number], whose: Practice) {
  const appointmentId = await visitOf(app, whose)
  const treatmentId = await doneToday(app, whose, 10_000)
  const wish = { patientId: whose.patient.id, branchId: branch.id, appointmentId, lines: [{ treatmentId }] }
  return { cashier, wish, seen: await preview(cashier, wish) }
}

test(`${MANY} cashiers and ${MANY} callbacks at one invoice, and checkouts of its patient, wait for each other in no circle`, async () => {
  const { id } = await issueInvoice(app, practice, MANY * 30)
  const deposit = { patientId: patient.id, branchId: branch.id, amountMinor: MANY * 1_000, type: 'CASH' as const }
  await app.write(clinic, tx => takeDeposit(tx, deposit))
  const links = await Promise.all(cashiers.map(() => api.call(createPaymentLink, { invoiceId: id, amount: 10 })))
  const visits = await Promise.all(cashiers.slice(0, 10).map(cashier => visit(cashier, practice)))
  const tenders = (['CREDIT', 'CASH'] as const).map(type => ({ type, amount: 10 }))
  const statuses = await Promise.all([
    each(cashiers, (cashier, key) => cashier.call(payInvoice, { id, tenders }, { key })),
    each(links, ({ body }) => {
      const { id: link } = body.data
      const news = { id: link, reference: link, outcome: 'SUCCESS' as const, amountMinor: 1_000, currency: 'SAR' }
      return sendCallback(app, clinic, sandboxOf(clinic).callback(news))
    }),
    each(visits, ({ cashier, wish, seen }, key) =>
      checkOutAs(cashier, wish, seen, { completeAppointment: true }, { key }),
    ),
  ])
  assert.deepEqual(statuses, [[201], [200], [201]])
  const [row] = await app.sql<{ paid_minor: number; pending_minor: number }>(
    'select paid_minor, pending_minor from invoice where id = $1',
    [id],
  )
  assert.deepEqual([row?.paid_minor, row?.pending_minor], [MANY * 3_000, 0])
  assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
  assert.deepEqual(await app.sql<{ n: number }>(DEADLOCKS), [{ n: 0 }])
})

test(`${MANY} cashiers check out ${MANY} patients at the same time`, async t => {
  const visits = await Promise.all(
    cashiers.map(async cashier => visit(cashier, { ...practice, patient: await app.patient(branch) })),
  )
  const tookMs: number[] = []
  const statuses = await each(visits, async ({ cashier, wish, seen }, key) => {
    const from = performance.now()
    const answer = await checkOutAs(cashier, wish, seen, { completeAppointment: true }, { key })
    tookMs.push(performance.now() - from)
    return answer
  })
  assert.deepEqual(statuses, [201])
  assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
  const sorted = tookMs.toSorted((one, other) => one - other)
  const [middle, most] = [0.5, 0.95].map(share => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0))
  t.diagnostic(`a checkout took ${middle} ms in the middle, ${most} ms at p95`)
})
