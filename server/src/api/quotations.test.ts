import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getQuotation, listQuotations } from '@clinic/contract/quotations.ts'
import fc from 'fast-check'
import { startApp } from '../../test/support/app/harness.ts'
import { addTreatment } from '../domain/clinical/add-treatment.ts'
import { makeQuotation, type NewQuotation } from '../domain/clinical/make-quotation.ts'
import { moveTreatment } from '../domain/clinical/move-treatment.ts'
import { seeQuotation } from '../domain/clinical/quotation.ts'
import { signQuotation } from '../domain/clinical/sign-quotation.ts'
import { Refusal } from '../kernel/errors.ts'

const app = await startApp()
const { clinic, branch, doctor, patient, api } = await app.practice()

const plan = async (priceMinor: number, of = patient) => {
  const added = await app.write(clinic, tx =>
    addTreatment(tx, { patientId: of.id, branchId: branch.id, name: 'Crown', priceMinor }),
  )
  return added.treatment.id
}
const offer = (treatmentIds: string[], values: Partial<NewQuotation> = {}) =>
  app.write(clinic, tx =>
    makeQuotation(tx, { patientId: patient.id, branchId: branch.id, doctorId: doctor.id, treatmentIds, ...values }),
  )
const refusedWith = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code

test('a quotation adds up, names its treatments in order and fires quotation.created', async () => {
  const ids = [await plan(220_000), await plan(30_000)]
  const quotation = await offer(ids, { discountPercent: 10, diagnosticFeeMinor: 10_000, insuranceMinor: 50_000 })
  const { data } = (await api.call(getQuotation, { id: quotation.id })).body
  assert.deepEqual(
    [data.subtotal, data.discount, data.discountPercent, data.tax, data.total, data.diagnosticFee, data.insurance],
    [2600, 260, 10, 351, 2691, 100, 500],
  )
  assert.deepEqual([data.operationIds, data.taxPercent, data.signed, data.seen], [ids, 15, false, false])
  const [event] = await app.sql(`select type, data from event where data->>'id' = $1`, [quotation.id])
  assert.deepEqual(event, {
    type: 'quotation.created',
    data: {
      ...{ id: quotation.id, object: 'quotation', branchId: branch.id, total: 2691, signed: false },
      ...{ patientId: patient.id },
    },
  })
})

test('is signed once, and seeing it fires nothing', async () => {
  const { id } = await offer([await plan(10_000)])
  await app.write(clinic, tx => seeQuotation(tx, { id }))
  await app.write(clinic, tx => signQuotation(tx, { id }))
  await assert.rejects(
    app.write(clinic, tx => signQuotation(tx, { id })),
    refusedWith('invalid_state_transition'),
  )
  const { data } = (await api.call(getQuotation, { id })).body
  assert.deepEqual([data.seen, data.signed, data.signedAt], [true, true, data.updatedAt])
  const events = await app.sql(
    `select type, data->'signed' as signed, previous_attributes from event where data->>'id' = $1 order by created_at, id`,
    [id],
  )
  assert.deepEqual(events, [
    { type: 'quotation.created', signed: false, previous_attributes: null },
    { type: 'quotation.signed', signed: true, previous_attributes: { signed: false } },
  ])
})

test('knows how much of it is done, by amount', async () => {
  const [crown, filling] = [await plan(30_000), await plan(10_000)]
  const { id } = await offer([crown, filling])
  for (const to of ['IN_PROGRESS', 'COMPLETED'] as const)
    await app.write(clinic, tx => moveTreatment(tx, { id: crown, to }))
  assert.equal((await api.call(getQuotation, { id })).body.data.completedPercent, 75)
  await app.write(clinic, tx => moveTreatment(tx, { id: filling, to: 'REJECTED' }))
  assert.equal((await api.call(getQuotation, { id })).body.data.completedPercent, 100)
})

test('offers only what the patient still needs, and never what was signed before', async () => {
  const other = await app.patient(branch)
  await assert.rejects(offer([await plan(1_000, other)]), refusedWith('not_found'))
  const rejected = await plan(1_000)
  await app.write(clinic, tx => moveTreatment(tx, { id: rejected, to: 'REJECTED' }))
  await assert.rejects(offer([rejected]), refusedWith('invalid_state_transition'))
  const [wanted] = [await plan(1_000)]
  await offer([wanted])
  const again = await offer([wanted])
  await app.write(clinic, tx => signQuotation(tx, { id: again.id }))
  await assert.rejects(offer([wanted]), refusedWith('invalid_state_transition'))
  await assert.rejects(offer([wanted, wanted]), refusedWith('not_found'))
})

test('for any prices and discounts the total is subtotal less discount plus tax, and covers the insurer’s share', async () => {
  const amount = fc.integer({ min: 0, max: 5_000_000 })
  await fc.assert(
    fc.asyncProperty(fc.array(amount, { minLength: 1, maxLength: 4 }), amount, amount, amount, async (...drawn) => {
      const [prices, discountMinor, diagnosticFeeMinor, insuranceMinor] = drawn
      const ids = []
      for (const price of prices) ids.push(await plan(price))
      const made = await offer(ids, { discountMinor, diagnosticFeeMinor, insuranceMinor })
      assert.equal(made.total_minor, made.subtotal_minor - made.discount_minor + made.tax_minor)
      assert.equal(
        made.subtotal_minor,
        prices.reduce((sum, price) => sum + price, diagnosticFeeMinor),
      )
      assert.ok(made.discount_minor <= made.subtotal_minor && made.insurance_minor <= made.total_minor)
    }),
    { numRuns: 15 },
  )
})

test('the filters narrow the list, within windows of a year', async () => {
  const everything = await api.all(listQuotations, {})
  for (const signed of [true, false]) {
    const expected = everything.filter(quotation => quotation.signed === signed)
    assert.ok(expected.length > 0)
    assert.deepEqual(await api.all(listQuotations, { signed, patientId: patient.id, branchId: branch.id }), expected)
  }
  const wide = await api.list(listQuotations, { from: '2024-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z' })
  assert.equal(wide.status, 400)
})
