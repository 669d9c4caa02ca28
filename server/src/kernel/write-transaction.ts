import { isVersioned } from '@clinic/contract/versions.ts'
import type { DedicatedConnection, Row, TransactionPool } from '../db/driver.ts'
import { type Statement, sql } from '../db/statement.ts'
import { auditStatement } from './audit.ts'
import { beginWriteColumns } from './begin-write.ts'
import { refusing } from './constraints.ts'
import { type ControlPart, withControl } from './control-part.ts'
import { refuse } from './errors.ts'
import { deltaOpeningOf, showRestricted } from './name-clinic.ts'
import { controlled, filled, noting } from './noting.ts'
import type { TakeNumber } from './numbers.ts'
import { fanOutEvents, type OutboxEvent, outboxEvent, storeEvents } from './outbox.ts'
import { commonTx, type TxDeps, timesOf } from './read-tx.ts'
import { nextVersion } from './record-change.ts'
import { addRecord } from './record-statements.ts'
import type { Touched } from './touched.ts'
import type { Traceable } from './traceable.ts'
import type { Context, Tx } from './tx.ts'
import { type RequireOpen, whileOpen } from './while-open.ts'

/** What a write leaves to be inserted together with COMMIT: the stored response, the audit record. */
export interface Written<Value> {
  value: Value
  inserts?: readonly Statement[]
}

interface WriteDeps extends TxDeps, Traceable {
  writers: TransactionPool
  /** Of a cell, where control is. */
  control?: TransactionPool | undefined
  takeNumber: TakeNumber
  /** Called after a commit that stored events for which there are deliveries. */
  onEvents: () => void
  /** Called after every end: one that was rolled back may have held back what others changed (delta_horizon). */
  onEnd: (companyId: string) => void
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
  control: ControlPart | undefined
  pending: Pending
  requireOpen: RequireOpen
}

const beginWrite = sql(`select ${beginWriteColumns('$2')}`)
const enterSandbox = sql<{ ahead: number }>('select enter_sandbox($1) as ahead')
const standAt = sql(
  "select set_config('app.clock_offset', ($1::bigint - floor(extract(epoch from now()) * 1000)::bigint)::text, true)",
)

/** A sandbox clinic says by which clock it goes, once no worker moves that any more; a live one is asked nothing. */
const enter = ({ clinic, at }: Context): Statement[] => {
  if (at !== undefined) return [standAt([Date.parse(at)])]
  return clinic.sandbox ? [enterSandbox([clinic.id])] : []
}

/** The clinic by the clock that the transaction found it with, and what that shows. */
function timed({ clinic, at }: Context, begun: Row): Pick<Tx, 'clinic' | 'now' | 'realNow'> {
  const realMs = Date.parse(String(begun.now))
  if (at !== undefined) return { clinic, ...timesOf(realMs, Date.parse(at) - realMs) }
  const clockOffsetMs = Number(begun.ahead ?? 0)
  return { clinic: clinic.sandbox ? { ...clinic, clockOffsetMs } : clinic, ...timesOf(realMs, clockOffsetMs) }
}

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
    deps.writers.withTransaction(
      withControl(deps.control, context, async (connection, control) => {
        const { caller, showsRestricted = caller.kind === 'system' } = context
        const first = [...enter(context), ...begin]
        const opened = await connection.begin(showsRestricted ? [...first, showRestricted([])] : first)
        const begun: Row = Object.assign({}, ...opened.flatMap(({ rows }) => rows.slice(0, 1)))
        const times = timed(context, begun)
        const pending: Pending = { inserts: [], events: [] }
        const { value, inserts = [] } = await whileOpen(async requireOpen => {
          const tx = writeTx(deps, { ...context, clinic: times.clinic }, times, {
            connection,
            control,
            pending,
            requireOpen,
          })
          const { value, inserts = [] } = await run(tx, begun)
          return { value, inserts: [...inserts, ...recordOf(context, tx.touched)] }
        })
        if (control) await control.commit(inserts, one => connection.send([one]))
        const telling = { ...times, isHeard: Boolean(begun.listening), traceparent: deps.traceparent }
        if (await commit(connection, context, telling, pending, inserts)) deps.onEvents()
        return value
      }),
    ),
  ).finally(() => deps.onEnd(context.clinic.id))

function writeTx(
  deps: WriteDeps,
  context: Context,
  { now, realNow }: Pick<Tx, 'now' | 'realNow'>,
  { connection, control, pending, requireOpen }: Open,
): Tx {
  const { id } = context.clinic
  const run = async <Found>(statement: Statement<Found>) => {
    requireOpen()
    const together = [...pending.inserts, statement]
    pending.inserts = []
    return (await connection.send(together)).at(-1)?.rows as Found[]
  }
  const common = commonTx(context, { now, realNow }, deps, run)
  const { touched } = common
  const noted = noting(common)
  return {
    ...common,
    ...noted,
    control: control ? controlled({ ...common, requireOpen }, control) : noted,
    async change(table, before, changes, kept) {
      requireOpen()
      const next = nextVersion(context, now, { table, before, changes, ...kept })
      pending.inserts.push(next.kept)
      const [row] = await run(next.changed)
      touched.row(table, { id, ...(row ?? refuse('not_found', { resource: table })) }, Object.keys(changes))
      return row as never
    },
    delta: async statement => {
      await run(deltaOpeningOf({ ...context, grantVersion: null }))
      return run(statement)
    },
    add(table, values, defaultedColumns) {
      requireOpen()
      const row = { company_id: id, ...values, created_at: now, updated_at: now }
      pending.inserts.push(addRecord(table, row as never))
      touched.row(table, row, filled(values))
      return { ...(isVersioned(table) && { version: 1 }), ...defaultedColumns, ...row } as never
    },
    emit(event, data, previousAttributes) {
      requireOpen()
      const stored = outboxEvent(event, data, previousAttributes, now)
      pending.events.push(stored)
      touched.event(event.example.object, data, Object.keys(previousAttributes ?? {}))
      return stored.id
    },
    takeNumber: series => deps.takeNumber(id, series),
  }
}

/** The record of what the platform itself changed, where that is anything; a surface leaves that of its operations. */
function recordOf({ clinic, caller, requestId, act, address = null }: Context, touched: Touched): Statement[] {
  const { ids: resourceIds } = touched
  if (act === undefined || resourceIds.length === 0) return []
  const about = { resourceIds, patientIds: [...touched.patientIds], throughIds: [...touched.throughIds] }
  const who = { companyId: clinic.id, requestId, caller: `${caller.kind} ${caller.id}`, tokenId: caller.tokenId }
  const entry = { ...who, ...about, operation: act, fieldScopes: [], address }
  return [auditStatement(entry, touched.fieldsOf(resourceIds))]
}

/** Commits with what has been left to it; answers how many deliveries there are to send. */
async function commit(
  connection: DedicatedConnection,
  { clinic }: Context,
  { now, realNow, isHeard, traceparent }: Pick<Tx, 'now' | 'realNow'> & { isHeard: boolean } & Traceable,
  { inserts, events }: Pending,
  left: readonly Statement[],
): Promise<number> {
  const isTold = isHeard && events.length > 0
  const fanOut = isTold ? [fanOutEvents(clinic, { now, realNow }, events, traceparent?.() ?? null)] : []
  const results = await connection.commit([...inserts, ...storeEvents(clinic.id, now, events), ...left, ...fanOut])
  return fanOut.length > 0 ? (results.at(-1)?.count ?? 0) : 0
}
