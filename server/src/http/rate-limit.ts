export interface RateDecision {
  allowed: boolean
  limit: number
  remaining: number
  resetSeconds: number
  retryAfterSeconds: number
  windowSeconds: number
}
export interface RateLimiter {
  take(installationId: string, rateClass: 'read' | 'write' | 'message'): RateDecision | Promise<RateDecision>
  close(): Promise<void>
}
export function createRateLimiter(_o: unknown): RateLimiter {
  return {
    take: () => ({ allowed: true, limit: 1, remaining: 1, resetSeconds: 0, retryAfterSeconds: 0, windowSeconds: 60 }),
    close: async () => undefined,
  }
}
