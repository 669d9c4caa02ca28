import { setTimeout as delay } from 'node:timers/promises'
import { withClient } from '@clinic/server/db/with-client.ts'
import type pg from 'pg'
import type { CellsWorld } from './cells-world.ts'
import { processTree } from './cpu.ts'

const CHANGES = 5_000
/** A process of PostgreSQL tells what it has logged a second later at the most. */
const TOLD_AFTER_MS = 2_000
/** Where the bench writes and looks how far the cell is. */
const LAST = `select max(last_seen_at)::text as last from membership`

/** What a change of control takes that is copied to the cell: of the process that sends it, and of the one that takes it in. */
export async function tellCopies({ admin, urls }: CellsWorld): Promise<void> {
  const [sender, taker] = await copiers(admin)
  const look = async () => ({
    sent: await secondsOf(sender),
    taken: await secondsOf(taker),
    wal: await loggedBy(admin, taker),
  })
  const before = await look()
  const last = await withClient(urls.control, async control => {
    for (let n = 0; n < CHANGES; n++)
      await control.query(
        `update membership set last_seen_at = clock_timestamp()
         where user_id = (select min(user_id) from membership) and company_id = (select min(company_id) from membership)`,
      )
    return lastOf(control)
  })
  await withClient(urls.cell, async cell => {
    while ((await lastOf(cell)) !== last) await delay(20)
  })
  await delay(TOLD_AFTER_MS)
  const after = await look()
  const micros = (seconds: number) => ((seconds * 1e6) / CHANGES).toFixed(0)
  console.log(
    `a change that is copied: ${micros(after.sent - before.sent)} µs to send, ${micros(after.taken - before.taken)} µs to take in, ${((after.wal - before.wal) / CHANGES).toFixed(0)} bytes of log in the cell`,
  )
}

const lastOf = async (client: pg.Client): Promise<string | undefined> =>
  (await client.query<{ last: string }>(LAST)).rows[0]?.last

/** The processes that send what control has changed, and that take it in. */
async function copiers(admin: pg.Client): Promise<[number, number]> {
  const { rows } = await admin.query<{ sender: number; taker: number }>(
    `select active_pid as sender, (select pid from pg_stat_subscription where subname = slot_name and leader_pid is null) as taker
     from pg_replication_slots where slot_name like 'clinic_control_%'`,
  )
  const { sender = 0, taker = 0 } = rows[0] ?? {}
  return [sender, taker]
}

const secondsOf = async (pid: number): Promise<number> => (await processTree(pid))[0]?.cpuSeconds ?? Number.NaN

const loggedBy = async (admin: pg.Client, pid: number): Promise<number> =>
  (await admin.query<{ bytes: number }>('select wal_bytes::float8 as bytes from pg_stat_get_backend_wal($1)', [pid]))
    .rows[0]?.bytes ?? Number.NaN
