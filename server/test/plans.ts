import assert from 'node:assert/strict'
import pg from 'pg'
import { type Statement, sql } from '../src/db/statement.ts'
import type { Implementation } from '../src/kernel/implement.ts'
import type { Tx } from '../src/kernel/tx.ts'

/** How PostgreSQL goes about reading a page: for tests that lists read no more than they need. */

export type Query = Record<string, unknown>

const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString()
const windows = [
  { from: days(-400), to: days(-399) },
  { from: days(-400), to: days(-35) },
  { from: days(0) },
  { to: days(-900) },
]
const deltas = [{ updatedAfter: days(-0.1) }, { updatedAfter: '2000-01-01T00:00:00Z' }]

/** Every combination of the filters that a listing declares, with each kind of window and delta. */
export function queriesOf({ operation }: Implementation, values: Readonly<Record<string, unknown[]>>): Query[] {
  const names = Object.keys(operation.input.properties)
  const filters = names.filter(name => name in values)
  let queries: Query[] = [{}]
  for (const name of filters)
    queries = queries.flatMap(query => [query, ...(values[name] ?? []).map(value => ({ ...query, [name]: value }))])
  const bounds = [{}, ...(names.includes('from') ? windows : []), ...(names.includes('updatedAfter') ? deltas : [])]
  // A search within a window, or for what has changed, walks through that.
  return queries.flatMap(query => ('searchTerm' in query ? [query] : bounds.map(bound => ({ ...query, ...bound }))))
}

export interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

export const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** The table rows that the plan touched, also those that it left out. */
export function visitedBy(plan: Plan): number {
  const scans = nodesOf(plan).filter(node => node['Node Type'].endsWith('Scan'))
  const rows = scans.map(node => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'])
  return rows.reduce((sum, count) => sum + count, 0)
}

export type PlanMode = 'generic' | 'custom'

/** The statement that a listing reads its page with, and how PostgreSQL goes about it. */
export async function planOf(tx: Tx, { run }: Implementation, query: Query, mode: PlanMode): Promise<Plan> {
  const statements: Statement[] = []
  const record = (statement: Statement): Statement => {
    statements.push(statement)
    return statement
  }
  const tapped: Tx = {
    ...tx,
    sql: statement => tx.sql(record(statement)),
    delta: statement => tx.delta(record(statement)),
  }
  await run(tapped, query, undefined)
  const { text, values: given } = statements.at(-1) ?? assert.fail('no statement')
  const literals = given.map(value => pg.escapeLiteral(Array.isArray(value) ? `{${value.join()}}` : String(value)))
  await tx.sql(sql(`set local plan_cache_mode = force_${mode}_plan`)([]))
  await tx.sql(sql(`prepare page as ${text}`)([]))
  const [row] = await tx.sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    sql(`explain (analyze, format json) execute page(${literals.join()})`)([]),
  )
  await tx.sql(sql('deallocate page')([]))
  return row?.['QUERY PLAN'][0].Plan ?? assert.fail('no plan')
}
