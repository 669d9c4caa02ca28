import { API_VERSION } from '@clinic/contract/api-version.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Two years. Other names of the operator's domain are the operator's business, so it says nothing of them. */
const HTTPS_ONLY = { 'strict-transport-security': 'max-age=63072000' }

/**
 * What every answer says unless it says otherwise itself: it is not kept, taken for no other type, framed nowhere, and
 * loads nothing if a browser shows it after all; where a link in it leads is not told where it stood.
 */
const BASELINE = {
  'service-version': API_VERSION,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** The headers that all answers of one server have in common. */
export type Baseline = readonly (readonly [name: string, value: string])[]

/** A browser that came by https once, where the server is public under it, comes by nothing else again (RFC 6797). */
export const baselineOf = (publicUrl: string): Baseline =>
  Object.entries({ ...BASELINE, ...(new URL(publicUrl).protocol === 'https:' && HTTPS_ONLY) })

/** What may be kept of the answers of a route that says so. */
const KEPT = {
  /** The next one to ask is told when it is still the same. */
  untilAsked: 'no-cache',
  fiveMinutes: 'public, max-age=300',
  /** Its name is for good; a month bounds what a mistake would cost. */
  month: 'public, max-age=2592000, immutable',
  /** Its name holds a hash of what is in it. */
  forever: 'public, max-age=31536000, immutable',
}

/** Lets be kept what the route declares; a refusal never is. */
export function declareKept({ routeOptions }: FastifyRequest, reply: FastifyReply): void {
  const { kept } = routeOptions.config
  if (kept && reply.statusCode < 400) reply.header('cache-control', KEPT[kept])
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long an answer may be kept; without it, not at all. Nothing of a person's is ever kept. */
    kept?: keyof typeof KEPT
  }
}
