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

/** An instant by the real clock, and by one that is so far ahead of it. */
export function timesOf(realMs: number, aheadMs: number): Pick<Tx, 'now' | 'realNow'> {
  const realNow = new Date(realMs).toISOString()
  return { now: aheadMs === 0 ? realNow : new Date(realMs + aheadMs).toISOString(), realNow }
}

/** What every Tx knows of who runs it and when, and the statements that follow from being able to run one. */
export function commonTx(
  context: Context,
  { now, realNow }: Pick<Tx, 'now' | 'realNow'>,
  { cursors, box }: TxDeps,
  run: Run,
) {
  const { clinic, caller, requestId, requestKey = null, requestVersion = null } = context
  const statements = statementsOf(clinic.id, now, run)
  const time = { now, realNow, cursors: sinceReset(clinic, cursors) }
  return { clinic, caller, requestId, requestKey, requestVersion, ...time, box, touched: new Touched(), ...statements }
}

/** The statements that follow from being able to run one. */
export const statementsOf = (
  companyId: string,
  now: string,
  run: Run,
): Pick<Tx, 'sql' | 'get' | 'lock' | 'insert' | 'update'> => ({
  sql: run,
  get: (table, id) => single(run(selectRecord(table, companyId, id, false)), table),
  lock: (table, id) => single(run(selectRecord(table, companyId, id, true)), table),
  insert(table, values) {
    const row = { company_id: companyId, ...values, created_at: now, updated_at: now }
    return single(run(insertRecord(table, row as never)), table)
  },
  update: (table, id, changes) =>
    single(run(updateRecord(table, companyId, id, { ...changes, updated_at: now })), table),
})

/** What was listed before a sandbox was reset is another list. */
function sinceReset({ resets }: Context['clinic'], cursors: Cursors): Cursors {
  if (resets === 0) return cursors
  const of = (belongsTo: string) => `${belongsTo}\nsince reset ${resets}`
  return {
    write: (position, belongsTo) => cursors.write(position, of(belongsTo)),
    read: (cursor, belongsTo) => cursors.read(cursor, of(belongsTo)),
  }
}

const readsOnly = (): never => {
  throw new Error('An operation that reads tried to write.')
}
const withoutWrites = {
  lock: readsOnly,
  add: readsOnly,
  insert: readsOnly,
  update: readsOnly,
  change: readsOnly,
  emit: readsOnly,
  takeNumber: readsOnly,
}

interface Reading {
  run: Run
  delta: Run
  /** In a cell, what runs a statement where control is. */
  control?: Run | undefined
}

/** A Tx that reads, over what runs a statement of the clinic, and one of a delta. */
export function readTx(context: Context, deps: TxDeps, { run, delta, control }: Reading): Tx {
  const common = commonTx(context, timesOf(Date.now(), context.clinic.clockOffsetMs), deps, run)
  const reads = control ? statementsOf(context.clinic.id, common.now, control) : common
  return { ...common, control: reads, delta, ...withoutWrites }
}
