import type { FastifyRequest } from 'fastify'
import type { AddressOf } from '../http/admit.ts'
import { TokenBuckets } from '../http/token-buckets.ts'
import { addressBlock } from '../kernel/values/address-block.ts'

/** How often the pages of links are opened and answered; each says in how many seconds to try again, 0 where that is now. */
export interface LinkLimits {
  open(request: FastifyRequest): number
  answer(request: FastifyRequest, linkId: string): number
}

/** Of a network in a minute, whatever pages it opens, and of one link in an hour; unless `limited`, none. */
export function linkLimits({ addressOf, limited }: { addressOf: AddressOf; limited: boolean }): LinkLimits {
  const opened = new TokenBuckets({ perMinute: 30, burst: 30 })
  const answered = new TokenBuckets({ perMinute: 10, burst: 10 })
  const byLink = new TokenBuckets({ perMinute: 1, burst: 60 })
  const networkOf = (request: FastifyRequest) => addressBlock(addressOf(request))
  return {
    open: request => (limited ? opened.take(networkOf(request)) : 0),
    answer: (request, linkId) => (limited ? answered.take(networkOf(request)) || byLink.take(linkId) : 0),
  }
}
