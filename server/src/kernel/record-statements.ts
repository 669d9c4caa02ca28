import { type Statement, sql } from '../db/statement.ts'

type Build = (values: readonly unknown[]) => Statement

const built = new Map<string, Build>()

/** Statements for single records, built once per table and set of columns. */
function once(key: string, text: () => string): Build {
  const known = built.get(key)
  if (known) return known
  const build = sql(text())
  built.set(key, build)
  return build
}

const quote = (name: string) => `"${name}"`

export const selectRecord = (table: string, companyId: string, id: string, lock: boolean): Statement =>
  once(
    `select ${table} ${lock}`,
    () => `select * from ${quote(table)} where company_id = $1 and id = $2${lock ? ' for update' : ''}`,
  )([companyId, id])

function insertion(table: string, values: Record<string, unknown>, returning: string): Statement {
  const columns = Object.keys(values)
  const text = () =>
    `insert into ${quote(table)} (${columns.map(quote).join(', ')}) values (${columns.map((_, i) => `$${i + 1}`).join(', ')})${returning}`
  return once(`insert${returning} ${table} ${columns.join()}`, text)(Object.values(values))
}

export const addRecord = (table: string, values: Record<string, unknown>): Statement => insertion(table, values, '')

export const insertRecord = (table: string, values: Record<string, unknown>): Statement =>
  insertion(table, values, ' returning *')

export function updateRecord(
  table: string,
  companyId: string,
  id: string,
  changes: Record<string, unknown>,
): Statement {
  const columns = Object.keys(changes)
  const text = () =>
    `update ${quote(table)} set ${columns.map((name, i) => `${quote(name)} = $${i + 3}`).join(', ')} where company_id = $1 and id = $2 returning *`
  return once(`update ${table} ${columns.join()}`, text)([companyId, id, ...Object.values(changes)])
}
