import { ERRORS } from '@clinic/contract/errors.ts'
import { STAFF_ERRORS, STAFF_SENTENCES } from '@clinic/contract/staff-errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { problemOf } from '../http/problems.ts'
import { StaffRefusal } from '../kernel/staff-refusal.ts'

interface Problem {
  status: number
  code: string
  message: string
  details?: unknown
}

function staffProblem(thrown: unknown): Problem {
  if (thrown instanceof StaffRefusal)
    return { code: thrown.code, details: thrown.details, ...STAFF_ERRORS[thrown.code] }
  const { code, details } = problemOf(thrown)
  return { code, details, status: ERRORS[code].status, message: STAFF_SENTENCES[code] ?? ERRORS[code].message }
}

const retryAfter = (details: unknown): number | undefined =>
  typeof details === 'object' && details !== null && 'retryAfterSeconds' in details
    ? Number(details.retryAfterSeconds)
    : undefined

/** Answers with the envelope of /api/v1, without the challenge for a plugin's token. */
export function sendStaffProblem(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, code, message, details } = staffProblem(thrown)
  if (status >= 500) request.log.error({ err: thrown, requestId: request.id, code }, 'request failed')
  const seconds = retryAfter(details)
  if (seconds !== undefined) reply.header('retry-after', seconds)
  return reply
    .code(status)
    .send({ error: { code, message, requestId: request.id, ...(details !== undefined && { details }) } })
}
