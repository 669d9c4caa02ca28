import type pg from 'pg'
import { insertTogether } from '../db/pipelining/insert-together.ts'
import type { Row } from '../db/pipelining/row-reader.ts'
import { sendGroup } from '../db/pipelining/send-group.ts'
import type { SharedReaders } from '../db/pipelining/shared-readers.ts'
import { type Statement, sql } from '../db/statement.ts'
import { beginWriteColumns } from './begin-write.ts'
import { refusalOf } from './constraints.ts'
import type { Cursors } from './cursor.ts'
import { commit, type DedicatedConnection, begin as open, withTransaction } from './dedicated-connection.ts'
import { clinicUnderVersion } from './grant-version.ts'
import { nameClinic, nameClinicUnderVersion } from './name-clinic.ts'
import type { TakeNumber } from './numbers.ts'
import { fanOutEvents, type OutboxEvent, outboxEvent, storeEvents } from './outbox.ts'
import { facts, readTx } from './read-tx.ts'
import { recordAccess } from './record-access.ts'
import { addRecord } from './record-statements.ts'
import type { Caller, ClinicFacts, Tx } from './tx.ts'
import type { SecretBox } from './values/secret-box.ts'

/** On whose behalf a transaction runs. */
export interface Context {
  clinic: ClinicFacts
  caller: Caller
  requestId: string
  requestKey?: string | null
  /** Under which the request was let in: every transaction begins by asking whether it is current. */
  grantVersion?: number | null
}

export interface TransactionDeps {
  /** Read-only connections that everybody shares. */
  readers: SharedReaders
  writers: pg.Pool
  /** Connections for what may take long to read; they are read-only. */
  reporters: pg.Pool
  cursors: Cursors
  box: SecretBox
  takeNumber: TakeNumber
  /** Called after a commit that stored events. */
  onEvents: () => void
}

/** What a write leaves to be inserted together with COMMIT: the stored response, the audit record. */
export interface Written<Value> {
  value: Value
  inserts?: readonly Statement[]
}

export interface Transactions {
  read<Value>(context: Context, run: (tx: Tx) => Promise<Value>): Promise<Value>
  /** Reads what may take long without keeping anybody waiting, and all of it as it was at one instant. */
  report<Value>(context: Context, run: (tx: Tx) => Promise<Value>): Promise<Value>
  /** Opens with `begin` (one of whose columns is `now`), runs with what that answered, and commits all or nothing. */
  write<Value>(
    context: Context,
    run: (tx: Tx, begun: Row) => Promise<Written<Value>>,
    begin?: readonly Statement[],
  ): Promise<Value>
}

const beginDelta = sql(`select begin_delta(${clinicUnderVersion('$1', '$2')})`)
const beginWrite = sql(`select ${beginWriteColumns('$2')}`)
const BEGIN_REPORT = sql('begin isolation level repeatable read read only')([])

export function transactions(deps: TransactionDeps): Transactions {
  const { readers, writers, reporters, takeNumber, onEvents } = deps

  async function read<Value>(context: Context, run: (tx: Tx) => Promise<Value>): Promise<Value> {
    const { clinic, grantVersion = null } = context
    // A statement that has nothing to look up costs the server half as much.
    const named = grantVersion === null ? nameClinic([clinic.id]) : nameClinicUnderVersion([clinic.id, grantVersion])
    const after = async <Output>(opening: Statement, statement: Statement) => {
      try {
        return (await readers.run(opening, statement)) as Output[]
      } catch (error) {
        throw refusalOf(error)
      }
    }
    return run(
      readTx(context, deps, {
        run: statement => after(named, statement),
        delta: statement => after(beginDelta([clinic.id, grantVersion]), statement),
      }),
    )
  }

  function report<Value>(context: Context, run: (tx: Tx) => Promise<Value>): Promise<Value> {
    const { clinic, grantVersion = null } = context
    return withTransaction(reporters, async own => {
      await open(own, [nameClinicUnderVersion([clinic.id, grantVersion])], BEGIN_REPORT)
      const statement = async <Output>(one: Statement) => (await sendGroup(own.client, [one])).at(-1)?.rows as Output[]
      const tx = readTx(context, deps, {
        run: statement,
        delta: one => sendGroup(own.client, [beginDelta([clinic.id, null])]).then(() => statement(one)),
      })
      const value = await run(tx)
      await commit(own)
      return value
    })
  }

  function write<Value>(
    context: Context,
    run: (tx: Tx, begun: Row) => Promise<Written<Value>>,
    begin: readonly Statement[] = [beginWrite([context.clinic.id, context.grantVersion ?? null])],
  ): Promise<Value> {
    return withTransaction(writers, own => inside(own, context, run, begin))
  }

  async function inside<Value>(
    own: DedicatedConnection,
    context: Context,
    run: (tx: Tx, begun: Row) => Promise<Written<Value>>,
    begin: readonly Statement[],
  ): Promise<Value> {
    const opened = await open(own, begin)
    const begun: Row = Object.assign({}, ...opened.flatMap(({ rows }) => rows.slice(0, 1)))
    const events: OutboxEvent[] = []
    const now = String(begun.now)
    // Inserts need not be answered: they wait here for the next statement, or for the commit.
    let waiting: Statement[] = []
    let over = false
    // Whoever kept the Tx, or did not wait for a statement, must not reach the connection's next transaction.
    const requireOpen = () => {
      if (over) throw new Error('The transaction has ended.')
    }
    const statement = async <Output>(one: Statement) => {
      requireOpen()
      const together = [...waiting, one]
      waiting = []
      return (await sendGroup(own.client, together)).at(-1)?.rows as Output[]
    }
    const tx: Tx = {
      ...facts(context, now, deps),
      ...recordAccess(statement, context.clinic.id, now),
      delta: async one => {
        await statement(beginDelta([context.clinic.id, null]))
        return statement(one)
      },
      add(table, values, defaultedColumns) {
        requireOpen()
        const row = { company_id: context.clinic.id, ...values, created_at: now, updated_at: now }
        waiting.push(addRecord(table, row))
        return { ...defaultedColumns, ...row } as never
      },
      emit(event, data, previousAttributes) {
        requireOpen()
        events.push(outboxEvent(event, data, previousAttributes, now))
      },
      takeNumber: series => takeNumber(context.clinic.id, series),
    }
    const { value, inserts = [] } = await run(tx, begun).finally(() => {
      over = true
    })
    const stored = insertTogether([...waiting, ...storeEvents(context.clinic.id, now, events), ...inserts])
    const listening = begun.listening && events.length > 0
    const fanOut = listening ? [fanOutEvents(context.clinic.id, now, events)] : []
    const results = await commit(own, [...stored, ...fanOut])
    if (listening && results[stored.length]?.count) onEvents()
    return value
  }

  return { read, report, write }
}
