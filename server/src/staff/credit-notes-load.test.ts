import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCreditNote, getClinicInvoice } from '@clinic/contract/staff/invoices.ts'
import { payInvoice } from '@clinic/contract/staff/tenders.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { claimOf, newInsurer } from '../../test/support/clinic/claims.ts'
import { DEADLOCKS } from '../../test/support/clinic/closes.ts'
import { issueInvoice, moneyMismatches } from '../../test/support/clinic/money.ts'
import { practiceIn } from '../../test/support/clinic/papers.ts'
import { insurePatient } from '../domain/insurance/insure-patient.ts'

const app = await startApp()
const PAIRS = 8

test('credit notes of one patient on one claim, of which some give money back, wait for each other in no circle', async () => {
  const practice = await practiceIn(app)
  const { clinic, patient, owner } = practice
  const insurer = await newInsurer(app, practice)
  const by = { patientId: patient.id, insuranceCompanyId: insurer.id, number: '310000001' }
  await app.write(clinic, tx => insurePatient(tx, by))
  const lines = [{ name: 'Crown', unitMinor: 10_000, taxPercent: 0, insurancePercent: 50 }]
  const shared = { insuranceCompanyId: insurer.id, lines }
  const invoices = await Promise.all(Array.from({ length: 2 * PAIRS }, () => issueInvoice(app, practice, 0, shared)))
  const claim = await claimOf(app, practice, insurer, { invoiceIds: invoices.map(({ id }) => id) })
  const notes = await Promise.all(
    invoices.map(async ({ id }, place) => {
      if (place % 2 === 0) await owner.call(payInvoice, { id, tenders: [{ type: 'CASH', amount: 50 }] })
      const [line] = (await owner.call(getClinicInvoice, { id })).body.data.items
      return { id, lines: [{ lineId: line?.id ?? '', amount: 40 }], reason: 'Not done', excess: 'REFUND' as const }
    }),
  )
  const answers = await Promise.all(notes.map(note => owner.call(createCreditNote, note)))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201])

  const [{ total_minor } = { total_minor: 0 }] = await app.sql<{ total_minor: number }>(
    'select total_minor from claim where id = $1',
    [claim.id],
  )
  assert.equal(total_minor, 2 * PAIRS * 3_000)
  assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
  assert.deepEqual(await app.sql<{ n: number }>(DEADLOCKS), [{ n: 0 }])
})
