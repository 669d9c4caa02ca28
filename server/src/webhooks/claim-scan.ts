import { setTimeout as delay } from 'node:timers/promises'
import type { SharedConnections } from '../db/driver.ts'
import { claimsOf } from './claim.ts'
import { claimDeliveries } from './claim-deliveries.ts'
import type { Lease } from './lease.ts'
import type { Capacity, Slots } from './slots.ts'

/** Endpoints looked at per claim. */
const ENDPOINTS = 500
/** At most so long until the next try while another worker claims. */
const LONGEST_TURN_MS = 32

/**
 * Claims by scanning the endpoints, each time from where the last scan ended; says under which lease, and whether there
 * may be more to claim immediately.
 */
export function createClaimScan(connections: SharedConnections, lease: Lease, slots: Slots) {
  /** The endpoint after which the next scan begins. */
  let after = ''
  /** How often in a row another worker was claiming. */
  let refusals = 0

  return async (capacity: Capacity) => {
    const leaseId = lease.id()
    const inFlight = slots.inFlightByEndpoint()
    const rows = await connections.run(claimDeliveries({ leaseId, after, endpoints: ENDPOINTS, ...capacity, inFlight }))
    const [first] = rows
    refusals = first?.admitted ? 0 : refusals + 1
    if (!first?.admitted) {
      await delay(Math.min(2 ** refusals, LONGEST_TURN_MS))
      return { leaseId, claims: [], mayHaveMore: true }
    }
    const began = after
    after = first.resume_after ?? ''
    const claims = claimsOf(rows)
    return { leaseId, claims, mayHaveMore: claims.length === capacity.limit || after !== '' || began !== '' }
  }
}
