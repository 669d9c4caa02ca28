import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AnalyticsInterval, AnalyticsMetric } from '@clinic/contract/analytics.ts'
import { startApp } from '../support/app/harness.ts'
import { describeAndLoosen } from './catalogue.ts'
import { BIG, FEW, filler, vacuum } from './fill.ts'
import { describePlan, explain, type Input, looksOf, nodesOf, type Plan, readingOf } from './plan.ts'

/** `PLANS=million npm test -- analytics-plans` */
const ROWS = process.env.PLANS === 'million' ? 1_000_000 : 40_000
/** A quarter of a second on a quiet machine, and ten times that on a slow one. */
const MOST_MS = 2_500

const app = await startApp()
const clinic = await app.clinic({ company_id: BIG })
const { fill, found } = filler(app, await describeAndLoosen(app))
await found()
/** In two years twice ROWS appointments, half as many invoices and payments, a tenth as many patients and leads. */
await fill('appointment', 2 * ROWS, 2)
for (const table of ['invoice', 'payment']) await fill(table, ROWS, 2)
for (const table of ['patient', 'lead']) await fill(table, ROWS / 5, 2)
await app.sql('select recount_branch_hours()')
// A busy minute's changes have not been rolled up yet.
await app.sql(`with moved as (delete from branch_hour where ctid = any (array(select ctid from branch_hour limit 5000)) returning *)
  insert into branch_hour_delta select * from moved`)
for (const table of ['branch_hour', 'branch_hour_delta']) await vacuum(app, table)
/** What is in them a clinic has a year of, whatever it is; of the records themselves, what two hours hold at most. */
const SUMMED = ['branch_hour', 'branch_hour_delta']
const MOST_OF_SUMMED = 366 * 24 * (FEW.branch ?? 0)
const MOST_OF_RECORDS = 10 + ROWS / 2_000
/** One doctor's are read off these alone. */
const COVERED = ['appointment', 'invoice', 'payment', 'patient']
const { token } = await app.installation(clinic)
const api = app.api(token)

const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString()
const SPANS = [
  { from: days(-365), to: days(0) },
  { from: days(-31), to: days(0) },
]
const branch = { branchId: `branch_${BIG}_1` }
const doctor = { doctorId: `practitioner_${BIG}_3` }
const ASKED = SPANS.flatMap(span =>
  [{}, branch, doctor, { ...branch, ...doctor }].map(whose => ({ ...span, ...whose })),
)

const wordsOf = (schema: object): string[] => ('enum' in schema && Array.isArray(schema.enum) ? schema.enum : [])
const questions: Record<string, Input[]> = {
  getAnalyticsSummary: [{}],
  getAnalyticsTimeseries: wordsOf(AnalyticsMetric).map(metric => ({ metric, interval: 'day' })),
}

function requireOfDoctor(node: Plan, what: string): void {
  if (!COVERED.includes(node['Relation Name'] ?? '')) return
  assert.equal(node['Node Type'], 'Index Only Scan', what)
  assert.equal(node['Heap Fetches'], 0, what)
}

function requireOfAll(node: Plan, what: string): void {
  const most = SUMMED.includes(node['Relation Name'] ?? '') ? MOST_OF_SUMMED : MOST_OF_RECORDS
  assert.ok(looksOf(node) <= most, `${looksOf(node)} rows of ${node['Relation Name']}: ${what}`)
}

for (const each of app.app.implementations.filter(({ operation }) => operation.id in questions))
  test(`${each.operation.id} reads a clinic’s year off its hours, a doctor’s off indexes alone, and no large table as a whole`, async () => {
    for (const question of questions[each.operation.id] ?? [])
      for (const asked of ASKED) {
        const input = { ...question, ...asked }
        await app.write(clinic, async tx => {
          for (const statement of (await readingOf(tx, each, input)).statements) {
            const { plan } = await explain(tx, statement, 'custom')
            for (const node of nodesOf(plan)) {
              const table = node['Relation Name']
              if (!table || table in FEW) continue
              const what = `${JSON.stringify(input)}: ${describePlan(plan)}`
              assert.notEqual(node['Node Type'], 'Seq Scan', what)
              if ('doctorId' in asked) requireOfDoctor(node, what)
              else requireOfAll(node, what)
            }
          }
        })
      }
  })

/** How long the plugin waits for the answer, at best of three. */
async function msFor(path: string): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 3; attempt++) {
    const start = performance.now()
    const { status, text } = await api.get(path)
    best = Math.min(best, performance.now() - start)
    assert.equal(status, 200, text)
  }
  return best
}

const pathOf = (name: string, input: Input) =>
  `/analytics/${name}?${new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)]))}`

test(`a summary over a year of ${ROWS} appointments answers while a person waits`, async t => {
  for (const asked of ASKED) {
    const ms = await msFor(pathOf('summary', asked))
    t.diagnostic(`${Math.round(ms)} ms for ${JSON.stringify(asked)}`)
    assert.ok(ms < MOST_MS, `${ms} ms for ${JSON.stringify(asked)}`)
  }
})

test('a year as a series of days, weeks or months takes no longer than a summary may, for each figure', async t => {
  for (const interval of wordsOf(AnalyticsInterval)) {
    const each = []
    for (const metric of wordsOf(AnalyticsMetric))
      each.push(await msFor(pathOf('timeseries', { ...SPANS[0], metric, interval })))
    t.diagnostic(`${interval}: ${Math.round(Math.max(...each))} ms at most`)
    assert.ok(Math.max(...each) < MOST_MS)
  }
})
