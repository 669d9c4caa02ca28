import { LRUCache } from 'lru-cache'

/** How much of an endpoint's answers is kept in a minute; beyond it those of failures alone. */
const BYTES_A_MINUTE = 100_000
const MINUTE_MS = 60_000
const REMEMBERED = 10_000
/**
 * How many answers that were good a worker keeps in a second; beyond it those of failures alone. Keeping one costs half of
 * what delivering costs, and at a rush of thousands a second it would hold up what receivers wait for.
 */
const GOOD_A_SECOND = 400
const SECOND_MS = 1_000

/** Says what of the beginnings of answers there is room for. */
export function headBudget(now: () => number = () => performance.now()) {
  const spent = new LRUCache<string, { minute: number; bytes: number }>({ max: REMEMBERED })
  const good = { second: -1, kept: 0 }
  return {
    /** Whether there is room for another good answer in this second, and takes it. */
    takeGood(): boolean {
      const second = Math.floor(now() / SECOND_MS)
      if (good.second !== second) Object.assign(good, { second, kept: 0 })
      good.kept += 1
      return good.kept <= GOOD_A_SECOND
    },
    /** Whether there is room for so much of an endpoint's answers in this minute, and takes it. */
    takeBytes(endpointId: string, bytes: number): boolean {
      const minute = Math.floor(now() / MINUTE_MS)
      const known = spent.get(endpointId)
      const so = known?.minute === minute ? known : { minute, bytes: 0 }
      if (so.bytes + bytes > BYTES_A_MINUTE) return false
      so.bytes += bytes
      if (so !== known) spent.set(endpointId, so)
      return true
    },
  }
}

export type HeadBudget = ReturnType<typeof headBudget>
