import type { DedicatedConnection, Row, TransactionPool } from '../db/driver.ts'
import { type Statement, sql } from '../db/statement.ts'
import { beginWriteColumns } from './begin-write.ts'
import { refusing } from './constraints.ts'
import { beginDelta } from './name-clinic.ts'
import type { TakeNumber } from './numbers.ts'
import { fanOutEvents, type OutboxEvent, outboxEvent, storeEvents } from './outbox.ts'
import { commonTx, type TxDeps } from './read-tx.ts'
import { addRecord } from './record-statements.ts'
import type { Context, Tx } from './tx.ts'
import { type RequireOpen, whileOpen } from './while-open.ts'

/** What a write leaves to be inserted together with COMMIT: the stored response, the audit record. */
export interface Written<Value> {
  value: Value
  inserts?: readonly Statement[]
}

interface WriteDeps extends TxDeps {
  writers: TransactionPool
  takeNumber: TakeNumber
  /** Called after a commit that stored events for which there are deliveries. */
  onEvents: () => void
}

/** What a use-case has left to its commit. */
interface Pending {
  /** Inserts need not be answered: they wait here for the next statement, or for the commit. */
  inserts: Statement[]
  events: OutboxEvent[]
}

/** What a Tx works with until its transaction ends. */
interface Open {
  connection: DedicatedConnection
  pending: Pending
  requireOpen: RequireOpen
}

const beginWrite = sql(`select ${beginWriteColumns('$2')}`)

/**
 * The change, its events with their deliveries, and what `run` leaves to insert commit together or not at all. It may run
 * again when nothing of its first run has stayed.
 */
export const writeTransaction = <Value>(
  deps: WriteDeps,
  context: Context,
  run: (tx: Tx, begun: Row) => Promise<Written<Value>>,
  begin: readonly Statement[] = [beginWrite([context.clinic.id, context.grantVersion ?? null])],
): Promise<Value> =>
  refusing(
    deps.writers.withTransaction(async connection => {
      const opened = await connection.begin(begin)
      const begun: Row = Object.assign({}, ...opened.flatMap(({ rows }) => rows.slice(0, 1)))
      const pending: Pending = { inserts: [], events: [] }
      const { value, inserts = [] } = await whileOpen(requireOpen =>
        run(writeTx(deps, context, String(begun.now), { connection, pending, requireOpen }), begun),
      )
      if (await commit(connection, context, begun, pending, inserts)) deps.onEvents()
      return value
    }),
  )

function writeTx(deps: WriteDeps, context: Context, now: string, { connection, pending, requireOpen }: Open): Tx {
  const { id } = context.clinic
  const run = async <Found>(statement: Statement<Found>) => {
    requireOpen()
    const together = [...pending.inserts, statement]
    pending.inserts = []
    return (await connection.send(together)).at(-1)?.rows as Found[]
  }
  return {
    ...commonTx(context, now, deps, run),
    delta: async statement => {
      await run(beginDelta([id, null]))
      return run(statement)
    },
    add(table, values, defaultedColumns) {
      requireOpen()
      const row = { company_id: id, ...values, created_at: now, updated_at: now }
      pending.inserts.push(addRecord(table, row as never))
      return { ...defaultedColumns, ...row } as never
    },
    emit(event, data, previousAttributes) {
      requireOpen()
      pending.events.push(outboxEvent(event, data, previousAttributes, now))
    },
    takeNumber: series => deps.takeNumber(id, series),
  }
}

/** Commits with what has been left to it; answers how many deliveries there are to send. */
async function commit(
  connection: DedicatedConnection,
  { clinic }: Context,
  begun: Row,
  { inserts, events }: Pending,
  left: readonly Statement[],
): Promise<number> {
  const now = String(begun.now)
  const fanOut = begun.listening && events.length > 0 ? [fanOutEvents(clinic.id, now, events)] : []
  const results = await connection.commit([...inserts, ...storeEvents(clinic.id, now, events), ...left, ...fanOut])
  return fanOut.length > 0 ? (results.at(-1)?.count ?? 0) : 0
}
