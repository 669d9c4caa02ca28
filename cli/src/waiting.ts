import { setTimeout as delay } from 'node:timers/promises'
import { EXIT, Failure } from './failure.ts'

/** Asks every so often until there is an answer, and gives up in the end. */
export async function until<Value>(
  ask: () => Promise<Value | undefined>,
  everyMs: number,
  mostMs: number,
  what: string,
) {
  for (const began = Date.now(); Date.now() - began < mostMs; await delay(everyMs)) {
    const found = await ask()
    if (found !== undefined) return found
  }
  throw new Failure('not_in_time', EXIT.refused, `${what} within ${mostMs / 1000} seconds.`)
}
