import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answers, answerIssues } from '@clinic/contract/form-answers.ts'
import { areFormFields } from '@clinic/contract/form-fields.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import { isTooth, isToothPart } from '@clinic/contract/teeth.ts'
import { TREATMENT_STATUSES } from '@clinic/contract/treatments.ts'
import fc from 'fast-check'
import { completedPercent, treatmentStatus } from '../domain/clinical/treatment-status.ts'
import { measurementName } from '../domain/encounters/encounter.ts'
import { compared, statusOf } from '../domain/encounters/measurement-arithmetic.ts'
import type { FileStorage } from '../domain/files/file-storage.ts'
import type { RowCollection } from '../kernel/insert-many.ts'
import { isOfType } from '../kernel/values/real-type.ts'
import { secretBox } from '../kernel/values/secret-box.ts'
import { filesStep } from './files.ts'
import { generate } from './generate.ts'
import type { ClinicPlan } from './plan.ts'
import { PLANS } from './plans.ts'

const box = secretBox([Buffer.alloc(32, 7)])
const now = Date.parse('2026-11-22T09:40:00Z')
const make = (plan: ClinicPlan, at: number) => generate(plan, { now: at, plugins: [], box })
const clinics = await Promise.all(PLANS.map(async plan => ({ plan, made: await make(plan, now) })))

const TABLES = [
  ...(['quotation', 'treatment', 'treatment_step', 'medication', 'prescription', 'medication_line', 'form'] as const),
  ...(['form_version', 'form_submission', 'consent_template', 'consent_form', 'encounter', 'measurement'] as const),
  ...(['xray', 'file'] as const),
]

/** No row is made after the demo's now, or changed before it was made. */
function assertDated(made: RowCollection, instant: number): void {
  for (const table of TABLES)
    for (const { id, created_at, updated_at } of made.of(table)) {
      assert.ok(Date.parse(created_at) <= Date.parse(updated_at), `${table} ${id}`)
      assert.ok(Date.parse(updated_at) <= instant, `${table} ${id} ${updated_at}`)
    }
}

test('no family is empty in any clinic, and nothing is dated after now', () => {
  for (const { made } of clinics) {
    for (const table of TABLES) if (table !== 'treatment_step') assert.ok(made.of(table).length > 0, table)
    assertDated(made, now)
  }
})

test('whatever the day, nothing is dated after it', async () => {
  const minutes = fc.integer({ min: Date.parse('2025-01-01') / 60_000, max: Date.parse('2029-01-01') / 60_000 })
  await fc.assert(
    fc.asyncProperty(minutes, fc.constantFrom(...PLANS), async (minute, plan) => {
      assertDated(await make(plan, minute * 60_000), minute * 60_000)
    }),
    { numRuns: 4 },
  )
})

test('treatments are where they say, on teeth that there are, and as far as their steps', () => {
  for (const { made } of clinics) {
    const steps = Map.groupBy(made.of('treatment_step'), step => step.treatment_id)
    for (const row of made.of('treatment')) {
      const own = (steps.get(row.id) ?? []).map(treatmentStatus)
      assert.equal(row.completed_percent, completedPercent(treatmentStatus(row), own))
      assert.equal(row.has_steps, own.length > 0)
      assert.equal(row.status === 'COMPLETED', row.ends_at != null)
      assert.ok(row.tooth?.every(isTooth) && row.tooth_part?.every(isToothPart), row.name)
      assert.equal(row.total_minor, Number(row.amount_minor) - Number(row.discount_minor) + Number(row.tax_minor))
      assert.ok(Number(row.paid_minor) <= Number(row.total_minor))
      assert.equal(row.approved, row.approved_at != null)
    }
  }
  const statuses = new Set(clinics[0]?.made.of('treatment').map(({ status }) => status))
  assert.deepEqual([...statuses].sort(), [...TREATMENT_STATUSES].sort())
})

test('every line of an invoice has its treatment, for the same price', () => {
  for (const { made } of clinics) {
    const billed = Map.groupBy(made.of('treatment'), row => `${row.invoice_id} ${row.procedure_id}`)
    for (const line of made.of('invoice_line')) {
      const [treatment, ...more] = billed.get(`${line.invoice_id} ${line.procedure_id}`) ?? []
      assert.deepEqual([treatment?.price_minor, treatment?.quantity, more.length], [line.unit_minor, line.quantity, 0])
    }
  }
})

test('quotations offer the treatments that know them, and add up', () => {
  for (const { plan, made } of clinics) {
    const byId = new Map(made.of('treatment').map(row => [row.id, row]))
    for (const row of made.of('quotation')) {
      const offered = row.treatment_ids?.map(id => byId.get(id)) ?? []
      assert.ok(
        offered.every(treatment => treatment?.quotation_id === row.id && treatment.patient_id === row.patient_id),
      )
      assert.equal(
        row.subtotal_minor,
        offered.reduce((sum, treatment) => sum + Number(treatment?.amount_minor), 0),
      )
      assert.equal(row.signed, row.signed_at != null)
      if (!row.signed) assert.ok(offered.every(treatment => /PLANNED|REJECTED/.test(String(treatment?.status))))
    }
    const signed = made.of('quotation').filter(row => row.signed).length / made.of('quotation').length
    assert.ok(signed > 0.25 && signed < 0.6, `${plan.key}: ${signed}`)
  }
})

test('measurements are compared as the product compares them, and exactly the newest is the last', () => {
  for (const { plan, made } of clinics) {
    const series = Map.groupBy(made.of('measurement'), row => `${row.patient_id} ${row.name}`)
    for (const unsorted of series.values()) {
      const rows = unsorted.toSorted((one, other) => one.created_at.localeCompare(other.created_at))
      for (const [index, row] of rows.entries()) {
        const name = measurementName(row)
        const previous = compared(name, rows[index - 1], row, plan.facts.timeZone)
        const overall = compared(name, index === 0 ? undefined : rows[0], row, plan.facts.timeZone)
        assert.deepEqual(
          [row.difference, row.improvement, row.duration_days, row.status, row.last],
          [
            previous.difference,
            previous.improvement,
            previous.days,
            statusOf(name, row.value),
            index === rows.length - 1,
          ],
        )
        assert.deepEqual(
          [row.overall_difference, row.overall_improvement, row.overall_duration_days],
          [overall.difference, overall.improvement, overall.days],
        )
      }
    }
    const encounters = Map.groupBy(made.of('encounter'), row => row.patient_id)
    for (const rows of encounters.values()) {
      const newest = rows.toSorted((one, other) => other.created_at.localeCompare(one.created_at))[0]
      assert.deepEqual(
        rows.filter(row => row.last).map(({ id }) => id),
        [newest?.id],
      )
    }
  }
})

test('answers fit their forms', () => {
  for (const { made } of clinics) {
    const versions = new Map(made.of('form_version').map(version => [version.id, version.fields]))
    for (const row of made.of('form_submission')) {
      const fields: unknown = versions.get(row.version_id)
      assert.ok(areFormFields(fields))
      const answers: Answers = isRecord(row.answers) ? row.answers : {}
      assert.deepEqual(answerIssues(fields, answers, { whole: row.status === 'SUBMITTED' }), [])
    }
    const once = made.of('form_submission').filter(row => row.only_one)
    assert.equal(new Set(once.map(row => `${row.form_id} ${row.patient_id}`)).size, once.length)
    for (const row of made.of('consent_form'))
      if (row.signed_at && row.expires_at) assert.ok(String(row.signed_at) < String(row.expires_at))
  }
})

test('files are what they are called, byte for byte as long as they say', async () => {
  for (const { made } of clinics) {
    const kept = new Map<string, Buffer>()
    const put: FileStorage['put'] = async (key, contentType, body) => {
      assert.ok(Buffer.isBuffer(body) && isOfType(contentType, body))
      kept.set(key, body)
    }
    const storage = { put } as Partial<FileStorage> as FileStorage
    await filesStep.store?.({ file: [...made.of('file')] }, 'cli_demo', storage)
    for (const row of made.of('file')) assert.equal(kept.get(`cli_demo/${row.id}`)?.length, row.size_bytes)
  }
})
