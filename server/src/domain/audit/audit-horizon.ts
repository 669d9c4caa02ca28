import { setTimeout } from 'node:timers/promises'
import { sql } from '../../db/statement.ts'
import type { PlatformTx } from '../../kernel/tx.ts'

const ADDING = `relation = 'audit_record'::regclass and mode = 'RowExclusiveLock'
  and database = (select oid from pg_database where datname = current_database())`
const adding = sql<{ transaction: string }>(`
  select distinct virtualtransaction as transaction from pg_locks where ${ADDING}`)
const stillAdding = sql<{ still: boolean }>(`
  select exists (select from pg_locks where ${ADDING} and virtualtransaction = any ($1)) as still`)

const LOOK_EVERY_MS = 50

type Run = <Value>(run: (tx: PlatformTx) => Promise<Value>) => Promise<Value>

/**
 * An instant before which no transaction under way can still add a record, or nothing where one goes on for longer than
 * `patienceMs`. A transaction locks the table before it takes the time of its record: whatever it says from before this
 * instant, it held that lock when we looked, and has ended since.
 */
export async function auditHorizon(run: Run, patienceMs: number): Promise<string | undefined> {
  const { now, others } = await run(async tx => ({ now: tx.now, others: await tx.sql(adding([])) }))
  const transactions = others.map(({ transaction }) => transaction)
  const end = performance.now() + patienceMs
  const wait = async () => (await run(tx => tx.sql(stillAdding([transactions]))))[0]?.still
  while (transactions.length > 0 && (await wait())) {
    if (performance.now() > end) return undefined
    await setTimeout(LOOK_EVERY_MS)
  }
  return now
}
