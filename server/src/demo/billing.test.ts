import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { MASTER_KEY, startApp } from '../../test/support/app/harness.ts'
import { atEnd } from '../../test/support/at-end.ts'
import { moneyMismatches } from '../../test/support/clinic/money.ts'
import { DATABASE_DRIVER } from '../../test/support/database/driver.ts'
import { secretBox } from '../kernel/values/secret-box.ts'
import { readEnv } from '../settings/env.ts'
import { makeDemo } from './demo.ts'
import { generate } from './generate.ts'
import { nakheel } from './nakheel.ts'
import { companyIdOf, PLANS } from './plans.ts'

const box = secretBox([MASTER_KEY])
const now = Date.parse('2026-11-22T09:40:00Z')
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
