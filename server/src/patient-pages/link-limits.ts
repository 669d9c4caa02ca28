import type { FastifyRequest } from 'fastify'
import type { AddressOf } from '../http/admit.ts'
import { TokenBuckets } from '../http/token-buckets.ts'
import { addressBlock } from '../kernel/values/address-block.ts'

interface Limits {
  addressOf: AddressOf
  limited: boolean
}

/** How often such pages are opened and answered: of a network in a minute, and of one link in an hour. */
export function linkLimits({ addressOf, limited }: Limits) {
  const opened = new TokenBuckets({ perMinute: 30, burst: 30 })
  const answered = new TokenBuckets({ perMinute: 10, burst: 10 })
  const byLink = new TokenBuckets({ perMinute: 1, burst: 60 })
  const networkOf = (request: FastifyRequest) => addressBlock(addressOf(request))
  return {
    /** In how many seconds to try again; 0 where that is now. */
    open: (request: FastifyRequest): number => (limited ? opened.take(networkOf(request)) : 0),
    answer: (request: FastifyRequest, linkId: string): number =>
      limited ? answered.take(networkOf(request)) || byLink.take(linkId) : 0,
  }
}
