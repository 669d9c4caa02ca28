import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import { DatabaseRefusal } from '../../db/refusal.ts'
import { withClient } from '../../db/with-client.ts'
import { copiedSoFar, ensureSlot } from '../subscription.ts'
import type { Move } from './places.ts'
import { clinicTables, isCopied, tablesInUse } from './tables.ts'

const MARKS = 'move_mark'
const LOOK_EVERY_MS = 100
const MOST_TRIES = 5
const CATCH_UP_MS = 900_000

/** Names of publications, slot and subscription: these do not take every id. */
const nameOf = (companyId: string): string =>
  `clinic_move_${createHash('sha256').update(companyId).digest('hex').slice(0, 12)}`

interface Names {
  /** Tables that had no row of the clinic when the copying began: what comes is copied, there is nothing of before. */
  empty: string
  full: string
  subscription: string
}

const namesOf = (companyId: string): Names => {
  const name = nameOf(companyId)
  return { empty: `${name}_e`, full: `${name}_f`, subscription: name }
}

const exists = async (client: Client, catalogue: string, column: string, name: string): Promise<boolean> =>
  (await client.query(`select from ${catalogue} where ${column} = $1`, [name])).rowCount === 1

async function publish(client: Client, name: string, companyId: string, tables: readonly string[]): Promise<void> {
  const rows = `where (company_id = ${client.escapeLiteral(companyId)})`
  const all = tables.map(table => `"${table}" ${rows}`).join(', ')
  await client.query(
    `create publication ${name} ${all && `for table ${all}`} with (publish = 'insert, update, delete', publish_via_partition_root = true)`,
  )
}

/**
 * What is published, and the slot from which on changes are kept. Publications come first: a change is read by those that
 * there were when it was made. A table without rows of the clinic needs no copying of what was before, and each that does
 * costs two processes; so whether it still has none is looked at again once the slot is there.
 */
async function offer({ companyId, source: { client } }: Move, names: Names): Promise<void> {
  const all = (await clinicTables(client)).filter(isCopied).map(({ name }) => name)
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    await withdraw(client, names)
    const full = await tablesInUse(client, companyId, all)
    const empty = all.filter(name => !full.includes(name))
    await publish(client, names.empty, companyId, [MARKS, ...empty])
    await publish(client, names.full, companyId, full)
    await ensureSlot(client, names.subscription)
    if ((await tablesInUse(client, companyId, empty)).length === 0) return
  }
  throw new DatabaseRefusal('The clinic writes to ever new tables: try again when there is less to do.')
}

async function withdraw(client: Client, { empty, full, subscription }: Names): Promise<void> {
  await client.query(
    'select pg_terminate_backend(active_pid) from pg_replication_slots where slot_name = $1 and active_pid is not null',
    [subscription],
  )
  for (;;) {
    const { rows } = await client.query<{ active: boolean }>(
      'select active from pg_replication_slots where slot_name = $1',
      [subscription],
    )
    if (rows[0]?.active === false) await client.query('select pg_drop_replication_slot($1)', [subscription])
    if (rows[0]?.active !== true) break
    await delay(LOOK_EVERY_MS)
  }
  await client.query(`drop publication if exists ${empty}, ${full}`)
}

/** Begins to copy the clinic’s rows to the target, or finds that they are being copied. */
export async function startCopying(move: Move): Promise<void> {
  const names = namesOf(move.companyId)
  const { client } = move.target
  const { subscription } = names
  if (!(await exists(client, 'pg_subscription', 'subname', subscription))) {
    await offer(move, names)
    const from = client.escapeLiteral(move.source.url)
    await client.query(`create subscription ${subscription} connection ${from} publication ${names.empty}
      with (create_slot = false, slot_name = ${subscription}, copy_data = false, synchronous_commit = off)`)
  }
  const { rows } = await client.query<{ both: boolean }>(
    'select cardinality(subpublications) = 2 as both from pg_subscription where subname = $1',
    [subscription],
  )
  if (!rows[0]?.both) await client.query(`alter subscription ${subscription} add publication ${names.full}`)
}

/** Resolves once all that was there before is at the target. */
export async function untilCopied({ companyId, target: { client }, log }: Move): Promise<void> {
  const { subscription } = namesOf(companyId)
  for (let told = ''; ; await delay(LOOK_EVERY_MS)) {
    const found = (await copiedSoFar(client)).find(({ name }) => name === subscription)
    const { ready = 0, tables = 0 } = found ?? {}
    const { rows } = await client.query<{ copied: string }>(
      'select coalesce(sum(tuples_processed), 0) as copied from pg_stat_progress_copy where datname = current_database()',
    )
    const copied = Number(rows[0]?.copied)
    const line = `copying: ${ready} of ${tables} tables${copied > 0 ? `, ${copied} rows of those under way` : ''}`
    if (line !== told) log(line)
    told = line
    if (found && ready === tables) return
  }
}

/**
 * Tells the target's planner what it has now. Its processes may have planned while these tables were empty, and a plan is kept
 * until its tables are analysed: what finds one row among none would read through all of the clinic's.
 */
export async function analyse({ companyId, target: { client } }: Move): Promise<void> {
  const copied = (await clinicTables(client)).filter(isCopied).map(({ name }) => name)
  const full = await tablesInUse(client, companyId, copied)
  if (full.length > 0) await client.query(`analyze ${full.map(name => `"${name}"`).join(', ')}`)
}

/** Leaves a mark at the source; `arrived` resolves once it is at the target, and with it all that was written before it. */
export async function leaveMark({ companyId, source, target }: Move) {
  const mark = randomUUID()
  await source.client.query('insert into move_mark (company_id, mark) values ($1, $2)', [companyId, mark])
  return {
    async arrived(untilMs: number): Promise<boolean> {
      const looks = async () =>
        (await target.client.query('select from move_mark where company_id = $1 and mark = $2', [companyId, mark]))
          .rowCount === 1
      while (performance.now() < untilMs) {
        if (await looks()) return true
        await delay(5)
      }
      return looks()
    },
  }
}

/** A second behind at most: what is left to arrive during the freeze is little. */
export async function untilCaughtUp(move: Move): Promise<void> {
  const endMs = performance.now() + CATCH_UP_MS
  for (;;) {
    const beganMs = performance.now()
    const mark = await leaveMark(move)
    while (!(await mark.arrived(performance.now() + 1_000))) {
      move.log(`${await behind(move)} bytes behind`)
      if (performance.now() > endMs)
        throw new DatabaseRefusal('The target does not catch up: the log of its server says why. Nothing was frozen.')
    }
    const tookMs = Math.round(performance.now() - beganMs)
    if (tookMs < 1_000 || performance.now() > endMs) return move.log(`caught up: ${tookMs} ms behind`)
  }
}

async function behind({ companyId, source: { client } }: Move): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    'select pg_wal_lsn_diff(pg_current_wal_lsn(), confirmed_flush_lsn)::float8 as bytes from pg_replication_slots where slot_name = $1',
    [nameOf(companyId)],
  )
  return rows[0]?.bytes ?? 0
}

/** Copies nothing any more, and keeps nothing for it. */
export async function stopCopying({ companyId, source, target: { client } }: Move): Promise<void> {
  const names = namesOf(companyId)
  const { subscription } = names
  if (await exists(client, 'pg_subscription', 'subname', subscription)) {
    // The slots at the source go with it, those of tables that were not copied yet, too.
    await client.query(`drop subscription ${subscription}`)
  }
  await withClient(source.url, from => withdraw(from, names))
}
