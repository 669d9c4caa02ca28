/** The operator's rules of delivery (contract section 8). */
export interface DeliveryRules {
  backoffMs: number
  maxAttempts: number
  /** Exhausted deliveries in a row that disable an endpoint. */
  maxConsecutiveFailures: number
}

/** The wait after failed attempt number `attempt`, which counts from 1 (specification, Delivery 3). A minimum. */
export const waitMs = (attempt: number, backoffMs: number): number => backoffMs * 2 ** (attempt - 1)

/** Answers that mean "later", and may say when. */
const ASKS_TO_WAIT = new Set<number | null>([429, 503])

export const asksToWait = (status: number | null): boolean => ASKS_TO_WAIT.has(status)

/** The same, lengthened at most twice by a receiver that asks for it. */
export function nextWaitMs(
  attempt: number,
  backoffMs: number,
  { status, retryAfterSeconds }: { status: number | null; retryAfterSeconds: number | null },
): number {
  const wait = waitMs(attempt, backoffMs)
  if (!asksToWait(status) || retryAfterSeconds === null) return wait
  return Math.min(Math.max(wait, retryAfterSeconds * 1000), 2 * wait)
}
