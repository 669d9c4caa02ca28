import assert from 'node:assert/strict'
import pg from 'pg'
import { READER_SESSION } from '../../src/db/session.ts'
import { type Statement, sql } from '../../src/db/statement.ts'
import type { Implementation } from '../../src/kernel/implement.ts'
import type { Tx } from '../../src/kernel/tx.ts'

/** A step of a plan, as EXPLAIN (ANALYZE, BUFFERS) tells it. */
export interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Heap Fetches'?: number
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}

export type Input = Record<string, unknown>

export const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

const isScan = (node: Plan) => node['Node Type'].endsWith('Scan')
const rowsOf = (node: Plan) => node['Actual Rows'] * node['Actual Loops']

/** The rows that a step looked at, also those that it left out. */
export const looksOf = (node: Plan): number =>
  rowsOf(node) + (node['Rows Removed by Filter'] ?? 0) * node['Actual Loops']

/** The table rows that the plan looked at, also those that it left out. */
export const visitedBy = (plan: Plan): number =>
  nodesOf(plan)
    .filter(isScan)
    .reduce((sum, node) => sum + looksOf(node), 0)

/** The most rows that one step sorted. */
export const sortedBy = (plan: Plan): number =>
  Math.max(
    0,
    ...nodesOf(plan)
      .filter(node => node['Node Type'].endsWith('Sort'))
      .flatMap(node => (node.Plans ?? []).map(rowsOf)),
  )

/** Blocks of 8 KiB that were looked at, of indexes too. */
export const blocksOf = (plan: Plan): number => plan['Shared Hit Blocks'] + plan['Shared Read Blocks']

export const describePlan = (plan: Plan): string =>
  nodesOf(plan)
    .map(node => [node['Node Type'], node['Index Name'] ?? node['Relation Name']].filter(Boolean).join(' '))
    .join(', ')

/** What a list answers, and the statements that it read with, in their order. */
export interface Reading {
  statements: Statement[]
  nextCursor: string | undefined
}

const cursorIn = (answer: unknown): string | undefined =>
  typeof answer === 'object' && answer && 'nextCursor' in answer && typeof answer.nextCursor === 'string'
    ? answer.nextCursor
    : undefined

export async function readingOf(tx: Tx, { run }: Implementation, input: Input): Promise<Reading> {
  const statements: Statement[] = []
  const record = <Row>(statement: Statement<Row>): Statement<Row> => {
    statements.push(statement)
    return statement
  }
  const tapped: Tx = {
    ...tx,
    sql: statement => tx.sql(record(statement)),
    delta: statement => tx.delta(record(statement)),
  }
  return { nextCursor: cursorIn(await run(tapped, input, undefined)), statements }
}

const literalOf = (value: unknown) =>
  value === null ? 'null' : pg.escapeLiteral(Array.isArray(value) ? `{${value.join()}}` : String(value))

/** How a prepared statement is planned: once for all values, or for these. PostgreSQL chooses, so both must do. */
export type PlanMode = 'generic' | 'custom'

/** How PostgreSQL went about a statement, and for how many milliseconds. */
export interface Explained {
  plan: Plan
  ms: number
}

/** Runs a statement as a reader does, prepared and behind row-level security as in production. */
export async function explain(tx: Tx, statement: Statement, mode: PlanMode): Promise<Explained> {
  await tx.sql(sql(`set local enable_seqscan = ${READER_SESSION.enable_seqscan}`)([]))
  return explainAfter(tx, statement, mode)
}

/**
 * The same as a writer does. With `meanwhile` the statement has run before that, and a generic plan is kept; it has run after
 * that, too, so that what is planned anew because tables were analysed meanwhile does not count as what it reads.
 */
export async function explainAfter(
  tx: Tx,
  { text, values }: Statement,
  mode: PlanMode,
  meanwhile?: () => Promise<unknown>,
): Promise<Explained> {
  const given = values.map(literalOf).join()
  await tx.sql(sql(`set local plan_cache_mode = force_${mode}_plan`)([]))
  await tx.sql(sql(`prepare explained as ${text}`)([]))
  if (meanwhile) {
    await tx.sql(sql(`execute explained(${given})`)([]))
    await meanwhile()
    await tx.sql(sql(`execute explained(${given})`)([]))
  }
  const [row] = await tx.sql(
    sql<{ 'QUERY PLAN': [{ Plan: Plan; 'Execution Time': number }] }>(
      `explain (analyze, buffers, timing off, format json) execute explained(${given})`,
    )([]),
  )
  await tx.sql(sql('deallocate explained')([]))
  const [{ Plan: plan, 'Execution Time': ms }] = row?.['QUERY PLAN'] ?? assert.fail('no plan')
  return { plan, ms }
}
