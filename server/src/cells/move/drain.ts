import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import { DatabaseRefusal } from '../../db/refusal.ts'
import { alone, setStage } from './guard.ts'
import type { Move } from './places.ts'

const LOOK_EVERY_MS = 20
/** An attempt of a delivery takes ten seconds at most. */
const DRAIN_MS = 20_000
/** Who holds the jobs of a clinic that is about to go. */
const HOLDER = 'clinic move'

/** No worker takes the clinic’s jobs from now on. */
const holdJobs = (client: Client, companyId: string) =>
  client.query(
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = $2
     where payload ->> 'companyId' = $1 and locked_at is null`,
    [companyId, HOLDER],
  )

export const giveJobsBack = (client: Client, companyId: string) =>
  client.query(
    `update graphile_worker._private_jobs set locked_at = null, locked_by = null
     where payload ->> 'companyId' = $1 and locked_by = $2`,
    [companyId, HOLDER],
  )

/** What workers have in hand of the clinic. */
async function inHand(client: Client, companyId: string): Promise<number> {
  await holdJobs(client, companyId)
  const { rows } = await client.query<{ count: number }>(
    `select (select count(*) from webhook_delivery where company_id = $1 and claimed_by is not null)::integer
       + (select count(*) from graphile_worker._private_jobs
          where payload ->> 'companyId' = $1 and locked_by <> $2)::integer as count`,
    [companyId, HOLDER],
  )
  return rows[0]?.count ?? 0
}

export async function untilIdle({ companyId, source: { client } }: Move, untilMs: number): Promise<number> {
  for (;;) {
    const count = await inHand(client, companyId)
    if (count === 0 || performance.now() > untilMs) return count
    await delay(LOOK_EVERY_MS)
  }
}

/** Deliveries and jobs of the clinic are taken up no more, and what was taken up before ends. Requests go on. */
export async function drain(move: Move): Promise<void> {
  const { companyId, source, log } = move
  log('draining deliveries and jobs')
  // Alone, so that no claim is on its way that was begun before. It ends by itself a while after the last of them would have.
  await alone(source.client, companyId, () => setStage(source.client, companyId, 'DRAINING', 2 * DRAIN_MS))
  const left = await untilIdle(move, performance.now() + DRAIN_MS)
  if (left > 0) throw new DatabaseRefusal(`${left} deliveries and jobs of the clinic do not end.`)
}
