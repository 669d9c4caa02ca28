import type { Cursors } from './cursor.ts'
import { refuse } from './errors.ts'
import { insertRecord, selectRecord, updateRecord } from './record-statements.ts'
import { Touched } from './touched.ts'
import type { Context, Tx } from './tx.ts'
import type { SecretBox } from './values/secret-box.ts'

/** What every Tx is made with, besides its context. */
export interface TxDeps {
  cursors: Cursors
  box: SecretBox
}

type Run = Tx['sql']

async function single<Row>(rows: Promise<Row[]>, resource: string): Promise<Row> {
  const [row] = await rows
  return row ?? refuse('not_found', { resource })
}

/** What every Tx knows of who runs it and when, and the statements that follow from being able to run one. */
export function commonTx(context: Context, now: string, { cursors, box }: TxDeps, run: Run) {
  const { clinic, caller, requestId, requestKey = null } = context
  const statements: Pick<Tx, 'sql' | 'get' | 'lock' | 'insert' | 'update'> = {
    sql: run,
    get: (table, id) => single(run(selectRecord(table, clinic.id, id, false)), table),
    lock: (table, id) => single(run(selectRecord(table, clinic.id, id, true)), table),
    insert(table, values) {
      const row = { company_id: clinic.id, ...values, created_at: now, updated_at: now }
      return single(run(insertRecord(table, row as never)), table)
    },
    update: (table, id, changes) =>
      single(run(updateRecord(table, clinic.id, id, { ...changes, updated_at: now })), table),
  }
  return { clinic, caller, requestId, requestKey, now, cursors, box, touched: new Touched(), ...statements }
}

const readsOnly = (): never => {
  throw new Error('An operation that reads tried to write.')
}
const withoutWrites = {
  lock: readsOnly,
  add: readsOnly,
  insert: readsOnly,
  update: readsOnly,
  emit: readsOnly,
  takeNumber: readsOnly,
}

/** A Tx that reads, over what runs a statement of the clinic, and one of a delta. */
export const readTx = (context: Context, deps: TxDeps, { run, delta }: { run: Run; delta: Run }): Tx => ({
  ...commonTx(context, new Date().toISOString(), deps, run),
  delta,
  ...withoutWrites,
})
