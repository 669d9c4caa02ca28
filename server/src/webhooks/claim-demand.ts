import type { Claim } from './claim.ts'
import { SUSPECT_AFTER } from './concurrency-limit.ts'
import type { Capacity, Slots } from './slots.ts'

/** Deliveries per claim: few enough that the first of them leave soon, and enough to be worth a scan over the endpoints. */
const CLAIM_LIMIT = 1000

/** Says when a claim is worth its scan over the endpoints: under load, few large claims cost less than many small ones. */
export function createClaimDemand(slots: Slots) {
  /** Endpoints that had more ready than they may have in flight: the end of an attempt lets them have another. */
  const saturated = new Set<string>()
  /** How many attempts on those have ended since the last claim. */
  let endedSince = 0
  /** A claim has been put off until there is capacity for a whole one. */
  let putOff = false

  const isTooSmall = ({ limit }: Capacity) => limit === 0 || (limit < CLAIM_LIMIT && slots.responsive() > CLAIM_LIMIT)

  return {
    /** What a claim may take now; undefined while that is too little to be worth one. */
    capacity(): Capacity | undefined {
      const capacity = slots.capacity()
      putOff = isTooSmall(capacity)
      if (putOff) return undefined
      endedSince = 0
      return { ...capacity, limit: Math.min(capacity.limit, CLAIM_LIMIT) }
    },
    /** Takes a slot for each. */
    claimed(claims: readonly Claim[]): void {
      for (const claim of claims) {
        slots.take(claim, claim.failures >= SUSPECT_AFTER)
        if (claim.saturated) saturated.add(claim.endpoint_id)
        else saturated.delete(claim.endpoint_id)
      }
    },
    /** The attempt is over; true when a claim has become worth it. */
    ended(claim: Claim): boolean {
      slots.end(claim)
      if (saturated.has(claim.endpoint_id)) endedSince++
      return putOff ? !isTooSmall(slots.capacity()) : endedSince > Math.min(CLAIM_LIMIT, slots.responsive()) / 2
    },
  }
}
