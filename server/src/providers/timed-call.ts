import { type Ended, PROVIDER_CALLS } from '../kernel/timing.ts'

/** What comes of a call to a provider: it did it, would not, could not, or there was no whole answer in time. */
export type CallOutcome = 'answered' | 'refused' | 'failed' | 'unreachable'

/** Makes one call, and tells those who count how long the provider took. */
export const timedCall = <Value>(
  provider: string,
  call: () => Promise<Value>,
  outcomeOf: (ended: Ended<Value>) => CallOutcome,
): Promise<Value> => PROVIDER_CALLS.measure(call, ended => [provider, outcomeOf(ended)])

/** By the status of the answer, where there was one. */
export function outcomeOfStatus(status: unknown): CallOutcome {
  if (typeof status !== 'number') return 'unreachable'
  if (status >= 500) return 'failed'
  return status >= 400 ? 'refused' : 'answered'
}
