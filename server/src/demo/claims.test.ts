import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LineValues } from '../domain/billing/invoice-lines.ts'
import { FIRST_PREVIOUS_HASH } from '../domain/einvoices/seal-invoice.ts'
import { invoiceAmounts } from '../domain/invoicing/invoice-amounts.ts'
import { insertMany, type RowsOf, rowCollection } from '../kernel/insert-many.ts'
import { secretBox } from '../kernel/values/secret-box.ts'
import { claimsStep } from './claims.ts'
import type { DemoContext } from './context.ts'
import { eInvoicesStep } from './einvoices.ts'
import { generate } from './generate.ts'
import { nakheel } from './nakheel.ts'
import { companyIdOf, idsOf } from './plans.ts'
import { seededRandom } from './random.ts'

const now = Date.parse('2026-11-22T09:40:00Z')
const box = secretBox([Buffer.alloc(32, 7)])
const clinic = await generate(nakheel, { now, plugins: [], box })

/** An invoice of 230 for every third visit that took place; the insurer, where there is one, bears 184 of it. */
function visitInvoices() {
  const insurers = new Map(clinic.of('patient').map(patient => [patient.id, patient.insurance_company_id ?? null]))
  const visits = clinic.of('appointment').filter(({ status }, index) => status === 'COMPLETED' && index % 3 === 0)
  return visits.map((visit, index) => {
    const insurer = insurers.get(visit.patient_id ?? '') ?? null
    const line: LineValues = {
      ...{ sort_order: 0, procedure_id: null, treatment_id: null, name: 'Filling', code: null, quantity: 1 },
      ...{ unit_minor: 20_000, discount_minor: null, discount_percent: null, tax_percent: 15 },
      insurance_minor: insurer === null ? 0 : 18_400,
    }
    const invoice = {
      ...{
        id: `inv_${index}`,
        reference_id: index + 1,
        branch_id: visit.branch_id,
        patient_id: visit.patient_id ?? '',
      },
      ...{ insurance_company_id: insurer, ...invoiceAmounts([line], {}), released_at: visit.ends_at },
      ...{ created_at: visit.ends_at, updated_at: visit.ends_at },
    }
    return { invoice, line: { id: `ivl_${index}`, invoice_id: invoice.id, ...line } }
  })
}

const made = rowCollection()
for (const table of ['branch', 'patient', 'appointment'] as const) made.add({ [table]: [...clinic.of(table)] })
const invoices = visitInvoices()
made.add({ invoice: invoices.map(({ invoice }) => invoice), invoice_line: invoices.map(({ line }) => line) })
const context: DemoContext = {
  ...{ plan: nakheel, random: seededRandom('test'), now, today: '2026-11-22', companyId: companyIdOf(nakheel) },
  ...{ id: idsOf(nakheel), made: made.of, plugins: [], box },
}

test('claims are over the insurers’ shares of a month, each invoice on one, and the older the further', () => {
  const claims = claimsStep.rows(context).claim ?? []
  const waits = ({ created_at }: { created_at: string }) => Date.parse(created_at) >= now - 3 * 86_400_000
  const insured = invoices
    .filter(({ invoice }) => invoice.insurance_minor > 0)
    .toSorted((one, other) => Date.parse(one.invoice.created_at) - Date.parse(other.invoice.created_at))
  const claimable = insured.slice(0, -6).filter(({ invoice }) => !waits(invoice))
  const sum = (minors: number[]) => minors.reduce((total, minor) => total + minor, 0)
  assert.equal(sum(claims.map(each => each.invoice_count)), claimable.length)
  assert.equal(sum(claims.map(each => each.total_minor)), claimable.length * 18_400)
  const statuses = (month: string) =>
    new Set(claims.filter(each => each.start_date.startsWith(month)).map(({ status }) => status))
  assert.deepEqual(
    ['2026-11', '2026-10'].map(month => [...statuses(month)]),
    [['PLANNING'], ['IN_REVIEW']],
  )
  assert.deepEqual([...statuses('2026-09')].toSorted(), ['FULLY_CLAIMED', 'PARTIALLY_CLAIMED'])
  for (const each of claims) {
    const owed = each.total_minor - each.prompt_payment_minor - (each.rejected_minor ?? 0)
    assert.ok((each.received_minor ?? 0) <= owed)
    assert.ok(each.created_at <= each.updated_at && Date.parse(each.updated_at) <= now)
  }
})

test('two weeks of e-invoices are one chain; of four that were rejected, which keep their place, three went through at the second attempt; of one no answer came', () => {
  const submissions: Readonly<RowsOf<'einvoice_submission'>> = eInvoicesStep.rows(context).einvoice_submission ?? []
  assert.ok(submissions.length > 50)
  for (const [index, { icv, previous_hash }] of submissions.entries())
    assert.deepEqual([icv, previous_hash], [index + 1, submissions[index - 1]?.document_hash ?? FIRST_PREVIOUS_HASH])
  const rejected = submissions.filter(({ status }) => status === 'REJECTED')
  const stands = rejected.pop()
  assert.equal(submissions.filter(({ invoice_id }) => invoice_id === stands?.invoice_id).length, 1)
  const [unanswered, ...others] = submissions.filter(({ status }) => status === 'IN_PROGRESS')
  assert.deepEqual([unanswered?.tries, typeof unanswered?.given_up_at, others], [12, 'string', []])
  assert.equal(rejected.length, 3)
  for (const { invoice_id } of rejected)
    assert.deepEqual(
      submissions.filter(each => each.invoice_id === invoice_id).map(each => [each.attempt_number, each.status]),
      [
        [1, 'REJECTED'],
        [2, 'SUBMITTED'],
      ],
    )
  assert.equal(insertMany('einvoice_submission', context.companyId, submissions).length, 1)
})
