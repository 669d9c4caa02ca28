import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listLoyaltyAccounts, listLoyaltyTransactions, recordLoyaltyTransaction } from '@clinic/contract/loyalty.ts'
import fc from 'fast-check'
import { startApp } from '../../test/support/app/harness.ts'
import { runJobs } from '../../test/support/app/jobs.ts'
import { issueInvoice } from '../../test/support/clinic/money.ts'
import { adjustPoints, recordPoints } from '../domain/loyalty/record-points.ts'
import { expirePointsHourly } from '../jobs/expire-points.ts'
import { Refusal } from '../kernel/errors.ts'

const app = await startApp()
const practice = await app.practice()
const { clinic, branch, patient, api } = practice

const newPatient = () => app.patient(branch)
const record = (patientId: string, type: 'EARN' | 'REDEEM', points: number) =>
  api.call(recordLoyaltyTransaction, { patientId, type, points })
const accountOf = async (patientId: string) => {
  const [account] = await api.all(listLoyaltyAccounts, { patientId })
  return account ?? assert.fail('There is no account.')
}
const ledgerOf = (patientId: string) => api.all(listLoyaltyTransactions, { patientId })
const eventsOf = (id: string) => app.sql(`select type, data from event where data->>'id' = $1`, [id])
const expireAll = async () => {
  await app.sql(`select graphile_worker.add_job('expire_points')`)
  await runJobs(app, { jobs: [expirePointsHourly] })
}
/** As time would: what was to expire on a day has expired. */
const passTime = async (patientId: string, expiresAt: string) => {
  await app.sql(
    `update loyalty_transaction set expires_at = now() - interval '1 day' where patient_id = $1 and expires_at = $2`,
    [patientId, expiresAt],
  )
  await app.sql(
    `update loyalty_account set expiring_at = now() - interval '1 day' where patient_id = $1 and expiring_at = $2`,
    [patientId, expiresAt],
  )
}
const give = (patientId: string, points: number, expiresAt: string | null) =>
  app.write(clinic, tx => recordPoints(tx, { patientId, type: 'EARN', points, expiresAt }))

test('earned points open the account, count for the tier and fire points.earned', async () => {
  const { status, body } = await api.call(recordLoyaltyTransaction, {
    ...{ patientId: patient.id, type: 'EARN', points: 1_200, reason: 'Invented' },
  })
  assert.equal(status, 201)
  const { data } = body
  assert.deepEqual(
    [data.type, data.points, data.balanceAfter, data.reason, data.branchId, data.invoiceId],
    ['EARN', 1_200, 1_200, 'Invented', branch.id, null],
  )
  const account = await accountOf(patient.id)
  assert.deepEqual(
    [account.pointsBalance, account.lifetimeEarned, account.lifetimeRedeemed, account.tier],
    [1_200, 1_200, 0, 'SILVER'],
  )
  assert.deepEqual([account.expiringPoints, account.expiringAt], [1_200, data.expiresAt])
  assert.deepEqual(await eventsOf(data.id), [
    {
      type: 'points.earned',
      data: {
        ...{ id: data.id, object: 'loyalty_transaction', branchId: branch.id },
        ...{ points: 1_200, balanceAfter: 1_200, patientId: patient.id },
      },
    },
  ])
})

test('redeemed points are negative, leave the tier alone and fire points.redeemed', async () => {
  const { id } = await newPatient()
  await record(id, 'EARN', 1_000)
  const { data } = (await record(id, 'REDEEM', 300)).body
  assert.deepEqual([data.points, data.balanceAfter, data.expiresAt], [-300, 700, null])
  const account = await accountOf(id)
  assert.deepEqual([account.pointsBalance, account.lifetimeRedeemed, account.tier], [700, 300, 'SILVER'])
  const [event] = await eventsOf(data.id)
  assert.deepEqual([event?.type, event?.data.points], ['points.redeemed', -300])
})

test('a patient with fewer points is refused, and nothing is written', async () => {
  const { id } = await newPatient()
  const none = await record(id, 'REDEEM', 1)
  assert.deepEqual([none.status, none.body.error.code], [422, 'insufficient_points'])
  assert.deepEqual(await api.all(listLoyaltyAccounts, { patientId: id }), [])
  await record(id, 'EARN', 10)
  assert.equal((await record(id, 'REDEEM', 11)).status, 422)
  assert.equal((await ledgerOf(id)).length, 1)
  assert.equal((await record(id, 'REDEEM', 10)).body.data.balanceAfter, 0)
})

test('points belong to an invoice of the patient alone', async () => {
  const [mine, other] = [await newPatient(), await newPatient()]
  const invoice = await issueInvoice(app, { ...practice, patient: mine }, 100)
  const earn = (patientId: string) =>
    api.call(recordLoyaltyTransaction, { patientId, type: 'EARN', points: 5, invoiceId: invoice.id })
  assert.equal((await earn(mine.id)).body.data.invoiceId, invoice.id)
  const foreign = await earn(other.id)
  assert.deepEqual([foreign.status, foreign.body.error.details], [404, { resource: 'invoice' }])
})

test('a correction by hand counts as neither earned nor redeemed, fires nothing and takes no more than there is', async () => {
  const { id } = await newPatient()
  const adjust = (points: number) =>
    app.write(clinic, tx => adjustPoints(tx, { patientId: id, points, reason: 'Counted wrongly' }))
  const made = [await adjust(50), await adjust(-20)]
  const { pointsBalance, lifetimeEarned, lifetimeRedeemed } = await accountOf(id)
  assert.deepEqual([pointsBalance, lifetimeEarned, lifetimeRedeemed], [30, 0, 0])
  for (const each of made) assert.deepEqual(await eventsOf(each.id), [])
  await assert.rejects(adjust(-31), error => error instanceof Refusal && error.code === 'insufficient_points')
})

test('what expires first is used first, and only what is left of it expires', async () => {
  const { id } = await newPatient()
  const [soon, later] = ['2031-01-01T00:00:00.000Z', '2032-01-01T00:00:00.000Z']
  await give(id, 40, null)
  await give(id, 100, later)
  await give(id, 60, soon)
  await record(id, 'REDEEM', 70)
  const account = await accountOf(id)
  assert.deepEqual([account.pointsBalance, account.expiringPoints, account.expiringAt], [130, 90, later])
  await passTime(id, later)
  await expireAll()
  const [expired] = await ledgerOf(id)
  assert.deepEqual([expired?.type, expired?.points, expired?.balanceAfter], ['EXPIRE', -90, 40])
  const after = await accountOf(id)
  assert.deepEqual([after.pointsBalance, after.expiringPoints, after.expiringAt], [40, 0, null])
  assert.deepEqual(await eventsOf(expired?.id ?? ''), [])
  await expireAll()
  assert.equal((await ledgerOf(id)).length, 5)
})

test('points that are due cannot be used any more, also before the worker comes', async () => {
  const { id } = await newPatient()
  const soon = '2031-01-01T00:00:00.000Z'
  await give(id, 60, soon)
  await give(id, 10, null)
  await passTime(id, soon)
  assert.equal((await record(id, 'REDEEM', 11)).status, 422)
  assert.equal((await record(id, 'REDEEM', 10)).body.data.balanceAfter, 0)
  assert.deepEqual((await ledgerOf(id)).map(({ type }) => type).sort(), ['EARN', 'EARN', 'EXPIRE', 'REDEEM'])
})

const step = fc.record({
  type: fc.constantFrom('EARN' as const, 'REDEEM' as const),
  points: fc.integer({ min: 1, max: 40 }),
})

test('however many requests earn and redeem at the same time, the balance is the sum of all that was taken in, and never below zero', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async steps => {
      const { id } = await newPatient()
      await give(id, 15, '2031-01-01T00:00:00.000Z')
      const answers = await Promise.all(steps.map(({ type, points }) => record(id, type, points)))
      for (const [index, { status }] of answers.entries())
        assert.ok(status === 201 || (status === 422 && steps[index]?.type === 'REDEEM'))
      const done = steps.filter((_, index) => answers[index]?.status === 201)
      const total = (type: string) => done.reduce((sum, one) => sum + (one.type === type ? one.points : 0), 0)
      const account = await accountOf(id)
      assert.deepEqual(
        [account.pointsBalance, account.lifetimeEarned, account.lifetimeRedeemed],
        [15 + total('EARN') - total('REDEEM'), 15 + total('EARN'), total('REDEEM')],
      )
      const ledger = await ledgerOf(id)
      assert.equal(
        ledger.reduce((sum, { points }) => sum + points, 0),
        account.pointsBalance,
      )
      assert.ok(ledger.every(({ balanceAfter }) => balanceAfter >= 0))
      const [left] = await app.sql(
        'select sum(remaining)::int as points from loyalty_transaction where patient_id = $1',
        [id],
      )
      assert.equal(left?.points, account.pointsBalance)
    }),
    { numRuns: 12 },
  )
})

test('of 30 requests at the same time that redeem a tenth each, ten succeed', async () => {
  const { id } = await newPatient()
  await record(id, 'EARN', 100)
  const answers = await Promise.all(Array.from({ length: 30 }, () => record(id, 'REDEEM', 10)))
  assert.equal(answers.filter(({ status }) => status === 201).length, 10)
  assert.equal(answers.filter(({ body }) => body.error?.code === 'insufficient_points').length, 20)
  assert.equal((await accountOf(id)).pointsBalance, 0)
})

test('each filter narrows the list', async () => {
  const everything = await api.all(listLoyaltyTransactions, { limit: 100 })
  for (const type of ['EARN', 'REDEEM', 'ADJUST', 'EXPIRE'] as const) {
    const expected = everything.filter(each => each.type === type)
    assert.ok(expected.length > 0 && expected.length < everything.length)
    assert.deepEqual(await api.all(listLoyaltyTransactions, { type, limit: 100 }), expected)
  }
})
