import { type Statement, sqlOfShape } from '../db/statement.ts'
import type { Database, NewRow } from '../db/tables.ts'

/** Rows by table, without their clinic. All rows of one table have the same columns. */
export type RowsByTable = { [Table in keyof Database]?: RowsOf<Table> }
export type RowsOf<Table extends keyof Database> = Omit<NewRow<Table>, 'company_id'>[]

const MOST_ROWS = 2_000

/** `bytea` as PostgreSQL reads it from JSON. */
const plain = (row: object) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value]),
  )

/** Statements that insert many rows of one table into a clinic, a few thousand at a time. */
export function insertMany(table: string, companyId: string, rows: readonly object[]): Statement[] {
  const columns = Object.keys(rows[0] ?? {})
  if (rows.some(row => Object.keys(row).join() !== columns.join()))
    throw new Error(`Rows of ${table} have different columns.`)
  const names = columns.map(name => `"${name}"`).join()
  const text = `insert into "${table}" (company_id, ${names})
    select $1, ${names} from jsonb_populate_recordset(null::"${table}", $2::jsonb)`
  const build = sqlOfShape(text, () => text)
  const slices = Array.from({ length: Math.ceil(rows.length / MOST_ROWS) }, (_, index) =>
    rows.slice(index * MOST_ROWS, (index + 1) * MOST_ROWS),
  )
  return slices.map(slice => build([companyId, JSON.stringify(slice.map(plain))]))
}

export type RowCollection = ReturnType<typeof rowCollection>

/** Collects rows of many tables. */
export function rowCollection() {
  const byTable = new Map<string, object[]>()
  return {
    add(rows: RowsByTable): void {
      for (const [table, list] of Object.entries(rows)) byTable.set(table, [...(byTable.get(table) ?? []), ...list])
    },
    // What was added under a table's name has its type.
    of: <Table extends keyof Database>(table: Table) =>
      (byTable.get(table) ?? []) as unknown as Readonly<RowsOf<Table>>,
  }
}
