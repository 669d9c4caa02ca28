import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markOf } from '../src/db/migration-marks.ts'
import { readMigrations } from '../src/db/migrations.ts'

/** Those after it say in their first line whether programs from before them run on: see CONTRIBUTING.md. */
const LAST_SILENT = '0239'
/** Those after it no longer use the old marks. */
const LAST_OF_OLD_MARKS = '0499'

/** What takes something away from programs that are older, or asks something of them that they do not know of. */
const TAKES_AWAY: readonly RegExp[] = [
  /\bdrop\s+(table|column|view|function|procedure|type|policy|trigger|schema|constraint)\b/i,
  /\brename\b/i,
  /\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b/i,
  /\bset\s+not\s+null\b/i,
  /\brevoke\b/i,
  /\bset\s+schema\b/i,
]

const migrations = (await readMigrations()).filter(({ name }) => name.slice(0, 4) > LAST_SILENT)

test('every migration says whether programs from before it run on a database that has it', () => {
  const isOld = (sql: string) => /^-- (additive|breaking)/.test(sql)
  const wrong = migrations.filter(
    ({ name, sql }) => markOf(sql) === undefined || (isOld(sql) && name.slice(0, 4) > LAST_OF_OLD_MARKS),
  )
  assert.deepEqual(
    wrong.map(({ name }) => name),
    [],
    'its first line is `-- expand`, `-- backfill` or `-- contract since NNNN: ` and what nothing reads any more',
  )
})

test('one that says that it is additive takes nothing away', () => {
  for (const { name, sql } of migrations.filter(({ additive }) => additive))
    for (const pattern of TAKES_AWAY) assert.doesNotMatch(withoutOwn(withoutTexts(sql)), pattern, name)
})

/** Without comments, and without what is quoted. */
const withoutTexts = (sql: string): string => sql.replaceAll(/--.*$/gm, '').replaceAll(/'(?:[^']|'')*'/g, "''")

/** Without what it revokes of the functions that it makes, which no program has called yet. */
function withoutOwn(sql: string): string {
  const made = [...sql.matchAll(/create function (\w+)/gi)].map(([, name]) => name)
  return sql.replaceAll(/revoke all on function ([^;]+?) from public;/gi, (whole, names: string) =>
    names.split(',').every(name => made.includes(name.trim())) ? '' : whole,
  )
}
