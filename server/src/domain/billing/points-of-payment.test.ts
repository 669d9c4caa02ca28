import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordPayment } from '@clinic/contract/payments.ts'
import fc from 'fast-check'
import { startApp } from '../../../test/support/app/harness.ts'
import { issueInvoice, moneyMismatches } from '../../../test/support/clinic/money.ts'
import { creditInvoice } from '../invoicing/credit-invoice.ts'
import { voidInvoice } from '../invoicing/void-invoice.ts'
import { recordPoints } from '../loyalty/record-points.ts'
import { changeMoneySettings } from './money-settings.ts'
import { pointsFor } from './points-of-payment.ts'
import { refundPayment } from './refund-payment.ts'
import { storedLines } from './stored-lines.ts'
import { takeTenders } from './take-tenders.ts'

const app = await startApp()

async function openDesk(earnPerUnit: number) {
  const practice = await app.practice()
  const { clinic, patient } = practice
  await app.write(clinic, tx => changeMoneySettings(tx, { earnPerUnit }))
  const points = async () => {
    const [account] = await app.sql<{ n: number }>(
      'select points_balance::int as n from loyalty_account where company_id = $1 and patient_id = $2',
      [clinic.company_id, patient.id],
    )
    return account?.n ?? 0
  }
  const events = async () =>
    (
      await app.sql<{ type: string }>('select type from event where company_id = $1 order by id', [clinic.company_id])
    ).map(({ type }) => type)
  const pay = async (invoiceId: string, amount: number) =>
    (await practice.api.call(recordPayment, { invoiceId, amount, type: 'CARD' })).body.data.id
  return { ...practice, points, events, pay }
}

test('a payment gives whole points by what is paid, and tells of them once the invoice is paid', async () => {
  const { clinic, points, events, pay, ...desk } = await openDesk(0.5)
  const { id } = await issueInvoice(app, { clinic, ...desk }, 100)
  await pay(id, 33)
  assert.equal(await points(), 16)
  assert.deepEqual((await events()).slice(-3), ['payment.created', 'invoice.paid', 'points.earned'])
  const none = await openDesk(0)
  await none.pay((await issueInvoice(app, none, 100)).id, 100)
  assert.equal(await none.points(), 0)
  assert.ok(!(await none.events()).includes('points.earned'))
})

test('credit that is used gives none, and the rest that becomes credit gives them when it is paid in', async () => {
  const { clinic, points, ...desk } = await openDesk(1)
  const [first, second] = [
    await issueInvoice(app, { clinic, ...desk }, 60),
    await issueInvoice(app, { clinic, ...desk }, 50),
  ]
  const cash = { type: 'CASH' as const, amountMinor: 10_000 }
  await app.write(clinic, tx => takeTenders(tx, { invoiceId: first.id, tenders: [cash], keepsExcess: true }))
  assert.equal(await points(), 100)
  const credit = { type: 'CREDIT' as const, amountMinor: 4_000 }
  const tenders = [credit, { ...cash, amountMinor: 1_000 }]
  await app.write(clinic, tx => takeTenders(tx, { invoiceId: second.id, tenders, keepsExcess: false }))
  assert.equal(await points(), 110)
  assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
})

test('a refund takes back what its part of the payment gave, as far as the patient has it, and tells of no points', async () => {
  const { clinic, patient, points, events, pay, ...desk } = await openDesk(0.1)
  const { id } = await issueInvoice(app, { clinic, patient, ...desk }, 100)
  const paid = await pay(id, 99)
  assert.equal(await points(), 9)
  await app.write(clinic, tx => refundPayment(tx, { id: paid, amountMinor: 3_300 }))
  assert.equal(await points(), 6)
  assert.ok(!(await events()).slice(-2).some(type => type.startsWith('points.')))
  await app.write(clinic, tx => recordPoints(tx, { patientId: patient.id, type: 'REDEEM', points: 4 }))
  await app.write(clinic, tx => refundPayment(tx, { id: paid }))
  assert.equal(await points(), 0)
})

test('what is made void, or credited whole, gives back the points that were redeemed on it, once', async () => {
  const { clinic, points, ...desk } = await openDesk(0)
  const wish = { points: { used: 40, minor: 200 }, discountMinor: 200 }
  const [one, other] = [
    await issueInvoice(app, { clinic, ...desk }, 100, wish),
    await issueInvoice(app, { clinic, ...desk }, 100, wish),
  ]
  await app.write(clinic, tx => voidInvoice(tx, { id: one.id, reason: 'Billed twice' }))
  assert.equal(await points(), 40)
  const credit = (amountMinor: number) =>
    app.write(clinic, async tx => {
      const [line] = await storedLines(tx, other.id)
      return creditInvoice(tx, { id: other.id, lines: [{ lineId: line?.id ?? '', amountMinor }], reason: 'Not done' })
    })
  await credit(5_000)
  assert.equal(await points(), 40)
  await credit(5_000)
  assert.equal(await points(), 80)
})

test('points are whole ones, of any amount in any currency, and never more than the rate gives', () => {
  const rate = fc.integer({ min: 0, max: 50_000 }).map(parts => parts / 10_000)
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10 ** 12 }),
      rate,
      fc.constantFrom('SAR', 'KWD', 'JPY'),
      (minor, perUnit, code) => {
        const given = BigInt(pointsFor({ type: 'CASH', amount_minor: minor }, { earnPerUnit: perUnit }, code))
        const unit = { SAR: 100n, KWD: 1_000n, JPY: 1n }[code] * 10_000n
        const exact = BigInt(minor) * BigInt(Math.round(perUnit * 10_000))
        assert.ok(given * unit <= exact && (given + 1n) * unit > exact)
      },
    ),
  )
})
