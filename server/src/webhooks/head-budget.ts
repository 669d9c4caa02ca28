import { LRUCache } from 'lru-cache'

/** How much of an endpoint's answers is kept in a minute; beyond it those of failures alone. */
const BYTES_A_MINUTE = 100_000
const MINUTE_MS = 60_000
const REMEMBERED = 10_000

/** Says whether there is room for another answer's beginning of an endpoint in this minute, and takes it. */
export function headBudget(now: () => number = () => performance.now()) {
  const spent = new LRUCache<string, { minute: number; bytes: number }>({ max: REMEMBERED })
  return (endpointId: string, bytes: number): boolean => {
    const minute = Math.floor(now() / MINUTE_MS)
    const known = spent.get(endpointId)
    const so = known?.minute === minute ? known : { minute, bytes: 0 }
    if (so.bytes + bytes > BYTES_A_MINUTE) return false
    so.bytes += bytes
    if (so !== known) spent.set(endpointId, so)
    return true
  }
}
