import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { SharedConnections } from '../db/driver.ts'
import { sql } from '../db/statement.ts'
import { CLAIM_LOCK } from './claim-deliveries.ts'

const join = sql(`insert into webhook_worker (id, lease_until) values ($1, now() + $2 * interval '1 millisecond')`)
const renew = sql(`
  update webhook_worker set lease_until = now() + $2 * interval '1 millisecond'
  where id = $1 and lease_until > now() returning id`)
const lapsed = sql<{ id: string }>('select id from webhook_worker where lease_until <= now()')
const lockClaims = sql(`select pg_advisory_xact_lock(${CLAIM_LOCK})`)
/**
 * Ends leases and makes ready again what was claimed under them, while no worker claims: afterwards none can claim under
 * these any more. The queue is scanned only after that.
 */
const end = sql(`
  with gone as (delete from webhook_worker where id = any ($1::text[]))
  update webhook_delivery set claimed_by = null where state = 'READY' and claimed_by = any ($1::text[]) returning 1`)

export type Lease = Awaited<ReturnType<typeof takeLease>>

export interface LeaseOptions {
  leaseMs: number
  /** An attempt's longest duration. */
  attemptMs: number
  /** Monotonic milliseconds. */
  clock?: () => number
}

/**
 * This process's right to hold claims: it lapses when it is not renewed in time, and then every claim made under it is
 * void, for other workers take the deliveries back. One row per process is renewed, however many claims it holds.
 */
export async function takeLease(
  connections: SharedConnections,
  { leaseMs, attemptMs, clock = () => performance.now() }: LeaseOptions,
) {
  let current = ''
  let renewedAt = 0
  let isUnheard = false

  async function take(): Promise<void> {
    const id = randomUUID()
    const before = clock()
    await connections.run(join([id, leaseMs]))
    current = id
    renewedAt = before
  }

  const endAll = async (ids: string[]) => (await connections.run(lockClaims([]), end([ids]))).length

  await take()
  return {
    /** Under which claims are made. It changes when the lease had lapsed. */
    id: () => current,
    /** Whether a claim made under `id` will outlast one whole attempt. */
    covers: (id: string) => id === current && clock() - renewedAt < leaseMs - attemptMs,
    async renew(): Promise<void> {
      const before = clock()
      const renewed = await connections.run(renew([current, leaseMs]))
      if (renewed.length === 0) await take()
      else renewedAt = before
    },
    /**
     * Claims under the lease. A claim whose answer is lost may have been made all the same, and nothing would send what it
     * took while its lease lives: that one is left to lapse, and the next claim is made under another.
     */
    async claim<Answer>(run: (leaseId: string) => Promise<Answer>): Promise<{ leaseId: string; answer: Answer }> {
      if (isUnheard) await take()
      const leaseId = current
      isUnheard = true
      const answer = await run(leaseId)
      isUnheard = false
      return { leaseId, answer }
    },
    /** Makes ready again what workers that are gone had claimed; answers how many. */
    async takeBack(): Promise<number> {
      const gone = await connections.run(lapsed([]))
      return gone.length === 0 ? 0 : endAll(gone.map(({ id }) => id))
    },
    leave: async () => void (await endAll([current])),
  }
}

/** Renews the lease while the worker lives, and `wake`s it when deliveries of others were taken back. */
export function keepLease(lease: Lease, leaseMs: number, log: Logger, wake: () => void): NodeJS.Timeout {
  const heartbeat = async () => {
    try {
      await lease.renew()
      const takenBack = await lease.takeBack()
      if (takenBack === 0) return
      log.warn({ deliveries: takenBack }, 'took back webhook deliveries of a worker that is gone')
      wake()
    } catch (error) {
      log.error({ err: error }, 'the webhook lease could not be renewed')
    }
  }
  return setInterval(() => void heartbeat(), leaseMs / 6)
}
