import { randomFillSync } from 'node:crypto'

const pool = Buffer.allocUnsafe(4096)
let used = pool.length

/**
 * So many random bytes, of those that the system gave together: asked for one by one they cost more than what is done with
 * them. The next call may overwrite them, so the caller copies them; no two calls are given the same. At most 4096.
 */
export function someRandomBytes(bytes: number): Buffer {
  if (used + bytes > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += bytes
  return pool.subarray(used - bytes, used)
}
