import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { SharedConnections } from '../db/driver.ts'
import { type Claim, claimsOf, type Report } from './claim.ts'
import { claimDeliveries } from './claim-deliveries.ts'
import { createClaimDemand } from './claim-demand.ts'
import type { Lease } from './lease.ts'
import { createPromoter } from './promoter.ts'
import type { Slots } from './slots.ts'

export interface ClaimLoopOptions {
  connections: SharedConnections
  lease: Lease
  slots: Slots
  log: Logger
  /** Sends what was claimed under a lease, while the loop goes on. */
  send(leaseId: string, claims: Claim[]): void
}

/** How often to look without having been woken. */
const pollMs = () => 100 + Math.random() * 150
const PAUSE_MS = 500
/** Endpoints looked at per claim. */
const ENDPOINTS = 500
/** At most so long until the next try while another worker claims. */
const LONGEST_TURN_MS = 32

/** Claims deliveries and hands them over to be sent, until it is stopped. */
export function createClaimLoop({ connections, lease, slots, log, send }: ClaimLoopOptions) {
  const promoter = createPromoter(connections)
  const demand = createClaimDemand(slots)
  /** The endpoint after which the next scan begins. */
  let after = ''
  /** How often in a row another worker was claiming. */
  let refusals = 0
  let stopping = false
  const { wake, sleep } = interruptibleSleep()

  /** Claims what there is capacity for, from where the last scan ended; says whether there may be more to claim immediately. */
  async function claimOnce(): Promise<boolean> {
    const capacity = demand.capacity()
    if (!capacity) return false
    const began = after
    const inFlight = slots.inFlightByEndpoint()
    const { leaseId, answer: rows } = await lease.claim(id =>
      connections.run(claimDeliveries({ leaseId: id, after, endpoints: ENDPOINTS, ...capacity, inFlight })),
    )
    const [first] = rows
    refusals = first?.admitted ? 0 : refusals + 1
    if (!first?.admitted) {
      await delay(Math.min(2 ** refusals, LONGEST_TURN_MS))
      return true
    }
    after = first.resume_after ?? ''
    const claims = claimsOf(rows)
    demand.claimed(claims)
    if (claims.length > 0) send(leaseId, claims)
    return claims.length === capacity.limit || after !== '' || began !== ''
  }

  return {
    wake,
    async run(): Promise<void> {
      while (!stopping) {
        try {
          await promoter.promote()
          if (await claimOnce()) continue
        } catch (error) {
          log.error({ err: error }, 'webhook deliveries could not be claimed')
          await sleep(PAUSE_MS)
        }
        await sleep(Math.min(pollMs(), promoter.waitMs()))
      }
    },
    /** A claim ended: another may have become worth it, and a retry will be due, for which the loop looks then. */
    ended({ claim, waitMs }: Report): void {
      if (waitMs !== null) promoter.expect(waitMs)
      if (demand.ended(claim)) wake()
    },
    /** Lets `run` end after the claim that is being made. */
    stop(): void {
      stopping = true
      wake()
    },
  }
}

/** Sleeps until it is woken, or the time has come. A wake-up during other work is not lost: the next sleep ends immediately. */
function interruptibleSleep() {
  let woken = Promise.withResolvers<void>()
  const wake = () => woken.resolve()
  async function sleep(ms: number): Promise<void> {
    const timer = setTimeout(wake, ms)
    await woken.promise
    clearTimeout(timer)
    woken = Promise.withResolvers()
  }
  return { wake, sleep }
}
