/** The clock and the dice; tests bring their own. */
export interface Timing {
  now(): number
  /** Rejects with the reason when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>
  /** Is aborted when so much time has passed. */
  timeout(ms: number): AbortSignal
  /** From 0 to below 1. */
  random(): number
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

export const SYSTEM: Timing = {
  now: () => Date.now(),
  sleep,
  timeout: ms => AbortSignal.timeout(ms),
  random: () => Math.random(),
}
