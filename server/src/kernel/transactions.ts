import type { Row, SharedConnections, SharedReaders, TransactionPool } from '../db/driver.ts'
import { type Statement, sql } from '../db/statement.ts'
import { refusing } from './constraints.ts'
import { signedCursors } from './cursor.ts'
import { liveCall } from './live-call.ts'
import { deltaOpeningOf, nameClinic, openingOf, showRestricted } from './name-clinic.ts'
import { numberSeries } from './numbers.ts'
import { readTx, type TxDeps } from './read-tx.ts'
import type { Traceable } from './traceable.ts'
import type { Context, Tx } from './tx.ts'
import type { SecretBox } from './values/secret-box.ts'
import { wakeUpCall } from './wake-up.ts'
import { whileOpen } from './while-open.ts'
import { type Written, writeTransaction } from './write-transaction.ts'

/**
 * The only way from a request to a Tx. Each transaction names its clinic for row-level security before anything else, and
 * refuses a grant that is no longer current. What the database refuses comes out as the refusal that it stands for.
 */
export interface Transactions {
  /** Runs statements that stand alone, on connections that all requests share. */
  read<Value>(context: Context, run: (tx: Tx) => Promise<Value>): Promise<Value>
  /** Reads what may take long without keeping other requests waiting, and all of it as it was at one instant. */
  report<Value>(context: Context, run: (tx: Tx) => Promise<Value>): Promise<Value>
  /** Opens with `begin` (one of whose columns is `now`), runs with what that answered, and commits all or nothing. */
  write<Value>(
    context: Context,
    run: (tx: Tx, begun: Row) => Promise<Written<Value>>,
    begin?: readonly Statement[],
  ): Promise<Value>
}

const nothing = sql('select 1')([])

interface Pools extends Traceable {
  readers: SharedReaders
  writers: TransactionPool
  reporters: TransactionPool
  /** The same on a replica, which may be a little behind. */
  lateReporters?: TransactionPool | undefined
  /** For numbers of series, to wake the workers, and to tell those who look on. */
  counters: SharedConnections
  /** Of a cell, where control is. */
  control?: { readers: SharedReaders; writers: TransactionPool } | undefined
  box: SecretBox
}

export function transactions({
  readers,
  writers,
  reporters,
  lateReporters,
  counters,
  control,
  box,
  traceparent,
}: Pools): Transactions {
  const deps = { cursors: signedCursors(box), box }
  const calls = { onEvents: wakeUpCall(counters), onEnd: liveCall(counters) }
  const writing = {
    ...deps,
    ...calls,
    writers,
    control: control?.writers,
    takeNumber: numberSeries(counters),
    traceparent,
  }
  return {
    // Readings of many requests are one transaction: what one of them is shown must not show in another.
    read: async (context, run) =>
      context.showsRestricted
        ? refusing(report(reporters, deps, context, run))
        : run(readingTx({ readers, control }, deps, context)),
    async report(context, run) {
      if (!lateReporters) return refusing(report(reporters, deps, context, run))
      // A grant that has ended may be current yet where the report comes from.
      if (typeof context.grantVersion === 'number') await refusing(readers.run(openingOf(context), nothing))
      return refusing(report(lateReporters, deps, context, run))
    },
    write: (context, run, begin) => writeTransaction(writing, context, run, begin),
  }
}

/** Each statement is a transaction of its own, which names the clinic under the caller's grant first. */
function readingTx({ readers, control }: Pick<Pools, 'readers' | 'control'>, deps: TxDeps, context: Context): Tx {
  const opening = openingOf(context)
  return readTx(context, deps, {
    run: statement => refusing(readers.run(opening, statement)),
    delta: statement => refusing(readers.run(deltaOpeningOf(context), statement)),
    // The grant that is current is the cell's.
    control: control && (one => refusing(control.readers.run(nameClinic([context.clinic.id]), one))),
  })
}

/** All statements of `run` see the clinic as of one instant, on a connection that no other request waits for. */
const report = <Value>(
  reporters: TransactionPool,
  deps: TxDeps,
  context: Context,
  run: (tx: Tx) => Promise<Value>,
): Promise<Value> =>
  reporters.withTransaction(async connection => {
    const named = openingOf(context)
    await connection.begin(context.showsRestricted ? [named, showRestricted([])] : [named])
    const value = await whileOpen(requireOpen => {
      const rows = async <Found>(...statements: [...Statement[], Statement<Found>]) => {
        requireOpen()
        return (await connection.send(statements)).at(-1)?.rows as Found[]
      }
      return run(
        readTx(context, deps, {
          run: rows,
          delta: one => rows(deltaOpeningOf({ ...context, grantVersion: null }), one),
        }),
      )
    })
    await connection.commit()
    return value
  })
