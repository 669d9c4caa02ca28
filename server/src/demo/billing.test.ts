import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { BLOCKED_BY } from '@clinic/contract/staff/claim-parts.ts'
import { MASTER_KEY, startApp } from '../../test/support/app/harness.ts'
import { atEnd } from '../../test/support/at-end.ts'
import { moneyMismatches } from '../../test/support/clinic/money.ts'
import { DATABASE_DRIVER } from '../../test/support/database/driver.ts'
import type { TableRow } from '../db/tables.ts'
import { judgedOf } from '../domain/claims/billable.ts'
import { secretBox } from '../kernel/values/secret-box.ts'
import { readEnv } from '../settings/env.ts'
import { makeDemo } from './demo.ts'
import { generate } from './generate.ts'
import { nakheel } from './nakheel.ts'
import { companyIdOf, PLANS } from './plans.ts'

const box = secretBox([MASTER_KEY])
const now = Date.parse('2026-11-22T09:40:00Z')
const app = await startApp()
const folder = await mkdtemp(join(tmpdir(), 'clinic-demo-'))
atEnd(() => rm(folder, { recursive: true, force: true }))
await makeDemo({
  ownerUrl: app.database.ownerUrl,
  env: readEnv({ DATA_DIR: folder, DATABASE_DRIVER }),
  box,
  files: app.app.files,
  log: () => undefined,
  baseUrl: 'http://localhost',
})
const clinics = await Promise.all(
  PLANS.map(async plan => ({ plan, made: await generate(plan, { now, plugins: [], box }) })),
)

test('clinic A has some 900 invoices, 1100 payments and 30 online payments, 5 failed and 2 given back', () => {
  const made = clinics.find(({ plan }) => plan === nakheel)?.made ?? assert.fail()
  const count = (table: 'invoice' | 'payment' | 'online_payment') => made.of(table).length
  assert.ok(Math.abs(count('invoice') - 900) < 90, String(count('invoice')))
  assert.ok(Math.abs(count('payment') - 1100) < 130, String(count('payment')))
  const online = Map.groupBy(made.of('online_payment'), ({ status }) => status)
  const shown = Object.fromEntries([...online].map(([status, rows]) => [status, rows.length]))
  // Besides the thirty, a link that has ended for each reason.
  assert.deepEqual(shown, { SUCCESS: 16, REFUND: 2, FAILED: 9, PENDING: 4, CREATED: 3 })
  const ended = made.of('online_payment').flatMap(({ closed_reason }) => closed_reason ?? [])
  assert.deepEqual(ended.toSorted(), ['AMOUNT_CHANGED', 'CANCELED', 'EXPIRED', 'PAID_ELSEWHERE'])
})

test('no family is empty in any clinic, and nothing is dated after now', () => {
  for (const { made } of clinics)
    for (const table of ['invoice', 'payment', 'online_payment', 'treasury', 'expense', 'income'] as const) {
      assert.ok(made.of(table).length > 3, table)
      for (const { created_at, updated_at } of made.of(table))
        assert.ok(created_at <= updated_at && Date.parse(updated_at) <= now, `${table} ${created_at} ${updated_at}`)
    }
})

test('card pays most, and citizens’ invoices have no tax', () => {
  const made = clinics.find(({ plan }) => plan === nakheel)?.made ?? assert.fail()
  const cards = made.of('payment').filter(({ type }) => type === 'CARD').length / made.of('payment').length
  assert.ok(cards > 0.5 && cards < 0.7, String(cards))
  const citizens = new Set(
    made
      .of('patient')
      .filter(one => one.nationality === 'SA' && one.national_id)
      .map(({ id }) => id),
  )
  for (const invoice of made.of('invoice')) assert.equal(invoice.tax_percent, citizens.has(invoice.patient_id) ? 0 : 15)
})

test('in the database the money of every demo clinic adds up, and the numbers go on', async () => {
  for (const plan of PLANS) {
    const companyId = companyIdOf(plan)
    assert.deepEqual(await moneyMismatches(app, companyId), [])
    const drawers = await app.sql<{ least: number; closes: number }>(
      `select (select min(counted_minor) from day_close where company_id = $1 and treasury_id = treasury.id) as least,
        (select count(*)::integer from day_close where company_id = $1 and treasury_id = treasury.id) as closes
       from treasury where company_id = $1 and branch_id is not null and type = 'CASH'`,
      [companyId],
    )
    assert.ok(
      drawers.length > 0 && drawers.every(({ least, closes }) => least >= 0 && closes === 89),
      JSON.stringify(drawers),
    )
    const [numbers] = await app.sql(
      `select (select max(reference_id) from invoice where company_id = $1) as invoice,
        (select max(reference_id) from income where company_id = $1) as income,
        (select max(reference_id) from expense where company_id = $1) as expense`,
      [companyId],
    )
    const counters = await app.sql<{ name: string; value: number }>(
      'select name, value from clinic_counter where company_id = $1',
      [companyId],
    )
    for (const [name, last] of Object.entries(numbers ?? {}))
      assert.equal(counters.find(counter => counter.name === name)?.value, last, name)
  }
})

interface Shown {
  charts: number
  plans: number
  option_groups: number
  note_templates: number
  drafts: number
  unsigned: number
  credit_notes: number
  partial_refunds: number
  remittances: number
  supplies: number
}

/** What the database holds of a clinic. */
async function shown(companyId: string): Promise<Shown> {
  const [row] = await app.sql<Shown>(
    `select (select count(distinct patient_id) from treatment where company_id = $1 and finding is not null)::int as charts,
       (select count(distinct patient_id) from treatment
         where company_id = $1 and phase is not null and status = 'PLANNED')::int as plans,
       (select count(distinct group_id) from quotation where company_id = $1)::int as option_groups,
       (select count(*) from note_template where company_id = $1)::int as note_templates,
       (select count(*) from encounter_draft where company_id = $1)::int as drafts,
       (select count(*) from consent_form where company_id = $1 and not signed
         and (expires_at > now() or expires_at is null))::int as unsigned,
       (select count(*) from credit_note where company_id = $1)::int as credit_notes,
       (select count(*) from payment
         where company_id = $1 and split_from_id is not null and refunded_at is not null)::int as partial_refunds,
       (select count(*) from remittance where company_id = $1)::int as remittances,
       (select count(*) from procedure_supply where company_id = $1)::int as supplies`,
    [companyId],
  )
  return row ?? assert.fail()
}

/** Every word that stands alone against claiming an invoice of the clinic. */
async function blockedBy(companyId: string): Promise<string[]> {
  const [clinic] = await app.sql<TableRow<'clinic'>>('select * from clinic where company_id = $1', [companyId])
  const spans = await app.sql<{ insurer: string; branch: string; start: string; end: string }>(
    `select i.id as insurer, b.id as branch, (now() - interval '365 days')::date::text as start, now()::date::text as end
     from insurance_company i join branch b using (company_id) where company_id = $1`,
    [companyId],
  )
  const found = new Set<string>()
  for (const { insurer: insuranceCompanyId, branch: branchId, start: startDate, end: endDate } of spans)
    for (const { reasons } of (
      await app.write(clinic ?? assert.fail(), tx => judgedOf(tx, { insuranceCompanyId, branchId, startDate, endDate }))
    ).judged)
      if (reasons.length === 1) found.add(String(reasons[0]))
  return [...found].sort()
}

test('every clinic shows what becomes of care and money, a tenth as much of it in dinars, and something blocked for each reason', async () => {
  for (const plan of PLANS) {
    const [{ charts, plans, unsigned, supplies, ...exact }, inDinars] = [
      await shown(companyIdOf(plan)),
      plan.facts.currency === 'KWD',
    ]
    const least = inDinars ? [6, 1, 1] : [60, 12, 10]
    for (const [place, count] of [charts, plans, unsigned].entries())
      assert.ok(count >= (least[place] ?? 0), `${plan.key}: ${[charts, plans, unsigned]}`)
    assert.ok(supplies > 0, plan.key)
    const { remittances, ...others } = exact
    assert.ok(inDinars ? remittances > 0 : remittances === 6, `${plan.key}: ${remittances}`)
    const [option_groups, credit_notes, partial_refunds] = inDinars ? [1, 1, 1] : [8, 5, 6]
    assert.deepEqual(others, { option_groups, note_templates: 6, drafts: 3, credit_notes, partial_refunds })
    // In Kuwait nothing is reported to a tax authority.
    const reasons = BLOCKED_BY.filter(reason => !inDinars || reason !== 'EINVOICE_REJECTED')
    assert.deepEqual(await blockedBy(companyIdOf(plan)), reasons.toSorted(), plan.key)
  }
})
