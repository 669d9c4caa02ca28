import { setTimeout as delay } from 'node:timers/promises'
import { FAULT_HEADER } from '@clinic/contract/sandbox-faults.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../../kernel/errors.ts'

/** How requests of a plugin go wrong on purpose, as the database keeps it: shares of all, each from 0 to 1. */
export interface RequestFaults {
  until: string
  latency_ms: number
  rate_limited: number
  failed: number
  unavailable: number
  dropped_before: number
  dropped_after: number
  writes_only: boolean
  page_limit: number
}

type Mishap = 'rate_limited' | 'failed' | 'unavailable' | 'dropped_before' | 'dropped_after'
const MISHAPS: readonly Mishap[] = ['rate_limited', 'failed', 'unavailable', 'dropped_before', 'dropped_after']
const RETRY_AFTER_SECONDS = 1

declare module 'fastify' {
  interface FastifyRequest {
    /** Its answer gets lost on purpose. */
    losesAnswer: boolean
    /** How many a page may hold, where that is cut short on purpose. */
    pageLimit: number
    /** What a page that was cut short says of what comes after it. */
    hasMore: boolean
    /** Notes the request where no answer will do so. */
    noted: ((request: FastifyRequest, reply: FastifyReply) => void) | undefined
  }
}

/** Which mishap a draw from 0 to 1 means, if any. */
export function mishapAt(faults: Pick<RequestFaults, Mishap>, draw: number): Mishap | undefined {
  let upTo = 0
  return MISHAPS.find(name => {
    upTo += faults[name]
    return draw < upTo
  })
}

/** Lets a request go wrong as its plugin asked for, and says so in the answer, where there is one. */
export async function disturb(faults: RequestFaults, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (Date.parse(faults.until) <= Date.now() || (faults.writes_only && request.method === 'GET')) return
  request.pageLimit = faults.page_limit
  const mishap = mishapAt(faults, Math.random())
  const told = [
    faults.latency_ms > 0 && `latency=${faults.latency_ms}`,
    mishap,
    faults.page_limit > 0 && `page=${faults.page_limit}`,
  ]
    .filter(Boolean)
    .join(', ')
  if (told !== '') reply.header(FAULT_HEADER.toLowerCase(), told)
  if (faults.latency_ms > 0) await delay(faults.latency_ms)
  if (mishap === 'rate_limited') refuse(mishap, { retryAfterSeconds: RETRY_AFTER_SECONDS, limit: 0, windowSeconds: 60 })
  if (mishap === 'failed') refuse('internal_error')
  if (mishap === 'unavailable') refuse('service_unavailable')
  if (mishap === 'dropped_before') loseAnswer(request, reply)
  request.losesAnswer = mishap === 'dropped_after'
}

/** How a request is noted whose connection was closed without an answer. */
const LOST = 444

/** Closes the connection of a request instead of answering it. */
export function loseAnswer(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.noted?.(request, reply.code(LOST))
  reply.hijack()
  request.raw.socket.destroy()
  return reply
}
