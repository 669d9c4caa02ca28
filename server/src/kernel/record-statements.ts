import { type Build, type Statement, sqlOfShape } from '../db/statement.ts'
import type { Database, NewRow, RowChanges, TableRow } from '../db/tables.ts'

/** Statements for single rows, built once per table and set of columns. They answer whole rows of that table. */
function once<Table extends keyof Database>(key: string, text: () => string): Build<TableRow<Table>> {
  return sqlOfShape(key, text) as Build<TableRow<Table>>
}

const quote = (name: string) => `"${name}"`

export const selectRecord = <Table extends keyof Database>(
  table: Table,
  companyId: string,
  id: string,
  lock: boolean,
): Statement<TableRow<Table>> =>
  once<Table>(
    `select ${table} ${lock}`,
    () => `select * from ${quote(table)} where company_id = $1 and id = $2${lock ? ' for update' : ''}`,
  )([companyId, id])

function insertion<Table extends keyof Database>(
  table: Table,
  values: NewRow<Table>,
  returning: string,
): Statement<TableRow<Table>> {
  const columns = Object.keys(values)
  const text = () =>
    `insert into ${quote(table)} (${columns.map(quote).join(', ')}) values (${columns.map((_, i) => `$${i + 1}`).join(', ')})${returning}`
  return once<Table>(`insert${returning} ${table} ${columns.join()}`, text)(Object.values(values))
}

/** Adds a row and answers nothing. */
export const addRecord = <Table extends keyof Database>(table: Table, values: NewRow<Table>): Statement =>
  insertion(table, values, '')

/** Adds a row and answers it as the database completed it. */
export const insertRecord = <Table extends keyof Database>(
  table: Table,
  values: NewRow<Table>,
): Statement<TableRow<Table>> => insertion(table, values, ' returning *')

/** Without an id the one row that a clinic has. */
export function updateRecord<Table extends keyof Database>(
  table: Table,
  companyId: string,
  id: string | null,
  changes: RowChanges<Table>,
): Statement<TableRow<Table>> {
  const columns = Object.keys(changes)
  const keys = id === null ? [companyId] : [companyId, id]
  const text = () =>
    `update ${quote(table)} set ${columns.map((name, i) => `${quote(name)} = $${i + keys.length + 1}`).join(', ')} where company_id = $1${id === null ? '' : ' and id = $2'} returning *`
  return once<Table>(`update ${table} ${columns.join()}`, text)([...keys, ...Object.values(changes)])
}
