import { ERRORS, type ErrorCode } from '@clinic/contract/errors.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { direct, problemOf } from './problems.ts'
import { languageFor, type PageLanguage, PUBLIC_PAGE_HEADERS } from './public-page.ts'
import type { Strangers } from './strangers.ts'

/** What a page says alone: that nothing is at the address, that it was asked for too often, or that we failed. */
export type PageMessage = 'unknown' | 'tooMany' | 'trouble'

/** As while a clinic moves to another cell. */
const PASSING: readonly ErrorCode[] = ['misdirected_request', 'service_unavailable']

/** How pages that are opened by a link refuse, in the words of `messagePage`; where no clinic is known, Arabic comes first. */
export function pageProblems(
  strangers: Strangers,
  messagePage: (language: PageLanguage, message: PageMessage) => string,
) {
  const answer = (request: FastifyRequest, reply: FastifyReply, status: number, message: PageMessage) =>
    reply
      .code(status)
      .headers(PUBLIC_PAGE_HEADERS)
      .send(messagePage(languageFor(request, 'ar'), message))
  const tooMany = (request: FastifyRequest, reply: FastifyReply, wait: number) =>
    answer(request, reply.header('retry-after', wait), 429, 'tooMany')
  return {
    tooMany,
    unknown(request: FastifyRequest, reply: FastifyReply) {
      const wait = strangers.takeRefusal(request)
      return wait > 0 ? tooMany(request, reply, wait) : answer(request, reply, 404, 'unknown')
    },
    trouble(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
      request.refusal = { code: 'trouble', error }
      const problem = problemOf(error)
      if (!PASSING.includes(problem.code)) return answer(request, reply, error.statusCode ?? 500, 'trouble')
      direct(reply, problem)
      return answer(request, reply, ERRORS[problem.code].status, 'trouble')
    },
  }
}
