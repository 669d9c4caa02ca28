import type { Logger } from 'pino'
import type { SharedConnections } from '../db/driver.ts'
import type { Claim } from './claim.ts'
import type { ClaimDemand } from './claim-demand.ts'
import { createClaimScan } from './claim-scan.ts'
import type { InterruptibleSleep } from './interruptible-sleep.ts'
import type { Lease } from './lease.ts'
import { createPromoter } from './promoter.ts'
import type { Slots } from './slots.ts'

export interface ClaimLoopOptions {
  connections: SharedConnections
  lease: Lease
  slots: Slots
  demand: ClaimDemand
  sleep: InterruptibleSleep
  log: Logger
  /** Sends what was claimed under a lease, while the loop goes on. */
  send(leaseId: string, claims: Claim[]): void
}

/** How often to look without having been woken. */
const pollMs = () => 100 + Math.random() * 150
const PAUSE_MS = 500

/** Claims deliveries and hands them over to be sent, until it is stopped. */
export function createClaimLoop(options: ClaimLoopOptions) {
  const { connections, lease, slots, demand, sleep, log, send } = options
  const promoter = createPromoter(connections)
  const scan = createClaimScan(connections, lease, slots)
  let stopping = false

  /** Claims what there is capacity for; says whether there may be more to claim immediately. */
  async function claimOnce(): Promise<boolean> {
    const capacity = demand.capacity()
    if (!capacity) return false
    const { leaseId, claims, mayHaveMore } = await scan(capacity)
    demand.claimed(claims)
    if (claims.length > 0) send(leaseId, claims)
    return mayHaveMore
  }

  async function run(): Promise<void> {
    while (!stopping) {
      try {
        await promoter.promote()
        if (await claimOnce()) continue
      } catch (error) {
        log.error({ err: error }, 'webhook deliveries could not be claimed')
        await sleep.sleep(PAUSE_MS)
      }
      await sleep.sleep(Math.min(pollMs(), promoter.waitMs()))
    }
  }

  return {
    /** A retry will be due so soon: the loop looks for it then. */
    expectRetry: promoter.expect,
    run,
    /** Lets `run` end after the claim that is being made. */
    stop(): void {
      stopping = true
      sleep.wake()
    },
  }
}
