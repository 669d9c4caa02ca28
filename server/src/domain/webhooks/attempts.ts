import type { DeliveryRow } from './delivery.ts'

/** One try to deliver. */
export interface Attempt {
  /** From 1. */
  number: number
  at: string
  response_status: number | null
  error_class: string | null
  duration_ms: number | null
}

/** The attempts of a delivery, oldest first: those that were followed by a wait, and the one that ended it. */
export function attemptsOf(delivery: DeliveryRow): Attempt[] {
  const { failures, attempts, last_attempt_at, response_status, error_class, duration_ms } = delivery
  const failed = failures.map(({ at, status, error, ms }, place) => ({
    number: place + 1,
    at: new Date(at).toISOString(),
    response_status: status,
    error_class: error,
    duration_ms: ms,
  }))
  if (last_attempt_at === null || attempts <= failures.length) return failed
  return [...failed, { number: attempts, at: last_attempt_at, response_status, error_class, duration_ms }]
}
