import { type BucketRate, TokenBuckets } from '../http/token-buckets.ts'

/**
 * How often whom it is known of may ask, each for themselves. Who is not known is limited by network, with the strangers of
 * all surfaces (http/strangers.ts): assistants' servers share few addresses, so nothing else is counted by those.
 */
const RATES = {
  /** By pending request, once it is the browser's own. */
  consent: { perMinute: 30, burst: 30 },
  /** By connection. One that is refused here would be lost to the person in the middle of a conversation. */
  refresh: { perMinute: 30, burst: 40 },
  /** Of all clients together: descriptions of clients that are read from elsewhere. */
  document: { perMinute: 120, burst: 120 },
} as const satisfies Record<string, BucketRate>

/** Takes one request from what is left to its subject; answers 0, or the seconds until there is more. */
export type Take = (limit: keyof typeof RATES, subject: string) => number

/** Limits of this process. When they are off, every request is let through. */
export function limiter(enabled: boolean): Take {
  const buckets = {
    consent: new TokenBuckets(RATES.consent),
    refresh: new TokenBuckets(RATES.refresh),
    document: new TokenBuckets(RATES.document),
  }
  return (limit, subject) => (enabled ? buckets[limit].take(subject) : 0)
}
