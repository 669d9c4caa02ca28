import { refuse } from './errors.ts'
import { insertRecord, selectRecord, updateRecord } from './record-statements.ts'
import type { Tx } from './tx.ts'

async function single<Row>(rows: Promise<Row[]>, resource: string): Promise<Row> {
  const [row] = await rows
  return row ?? refuse('not_found', { resource })
}

/** The statements of a Tx that follow from being able to run one. */
export function recordAccess(
  run: Tx['sql'],
  companyId: string,
  now: string,
): Pick<Tx, 'sql' | 'get' | 'lock' | 'insert' | 'update'> {
  return {
    sql: run,
    get: (table, id) => single(run(selectRecord(table, companyId, id, false)), table),
    lock: (table, id) => single(run(selectRecord(table, companyId, id, true)), table),
    insert: (table, values) =>
      single(
        run(insertRecord(table, { company_id: companyId, ...values, created_at: now, updated_at: now } as never)),
        table,
      ),
    update: (table, id, changes) =>
      single(run(updateRecord(table, companyId, id, { ...changes, updated_at: now })), table),
  }
}
