import { ERRORS, type ErrorCode, type Issue } from '@clinic/contract/errors.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refusalOf } from '../kernel/constraints.ts'
import { Refusal } from '../kernel/errors.ts'
import type { Problem, Strangers } from './strangers.ts'
import type { Wording } from './surface.ts'

/** How the plugin API refuses, and whatever else has no words of its own. */
export const PLUGIN_WORDING: Wording = {
  sentences: {},
  challenges: {
    unauthenticated: 'Bearer',
    token_expired: 'Bearer error="invalid_token"',
    token_revoked: 'Bearer error="invalid_token"',
  },
  challenge: 'Bearer',
}

/** The error envelope, the only shape in which a surface refuses. */
export const envelope = (
  code: ErrorCode,
  requestId: string,
  details?: unknown,
  { sentences } = PLUGIN_WORDING,
): string =>
  JSON.stringify({
    error: {
      code,
      message: sentences[code] ?? ERRORS[code].message,
      requestId,
      ...(details !== undefined && { details }),
    },
  })

/** Answers with the error envelope. */
export function sendProblem(reply: FastifyReply, code: ErrorCode, details?: unknown, wording?: Wording): FastifyReply {
  reply.request.refusal ??= { code }
  return reply
    .code(ERRORS[code].status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(envelope(code, reply.request.id, details, wording))
}

/**
 * Answers whatever was thrown while a request was served, in the words of a surface. Refusals of who is not known are
 * counted against their network.
 */
export const problemHandler =
  (wording: Wording, strangers: Strangers) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const problem = problemOf(error)
    // A client that leaves in the middle of its body is no failure of ours.
    const isAborted = problem.code === 'internal_error' && request.raw.readableAborted
    const { code, details } = strangers.refuse(request, isAborted ? INCOMPLETE : problem)
    request.refusal = { code, error }
    const challenge = wording.challenges[code] ?? (ERRORS[code].status === 401 ? wording.challenge : undefined)
    if (challenge !== undefined) reply.header('www-authenticate', challenge)
    direct(reply, { code, details })
    return sendProblem(reply, code, details, wording)
  }

/** Says in headers when to ask again, and where. */
export function direct(reply: FastifyReply, { code, details }: Problem): void {
  const seconds = retryAfterIn(details) ?? (code === 'service_unavailable' ? SOON_SECONDS : undefined)
  if (seconds !== undefined) reply.header('retry-after', seconds)
  if (code === 'misdirected_request' && isRecord(details)) reply.header('clinic-cell', String(details.cell))
}

/** What passes by itself, such as the moment in which a clinic moves to another cell. */
const SOON_SECONDS = 1

const retryAfterIn = (details: unknown): number | undefined =>
  isRecord(details) && 'retryAfterSeconds' in details ? Number(details.retryAfterSeconds) : undefined

const INCOMPLETE: Problem = { code: 'invalid_json' }

const TOO_LONG: Issue = { path: '', code: 'too_long', message: 'must have shorter path parameters' }

const FASTIFY_PROBLEMS: Record<string, Problem> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { code: 'unsupported_media_type' },
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'payload_too_large' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: { code: 'invalid_json' },
  FST_ERR_CTP_EMPTY_JSON_BODY: { code: 'invalid_json' },
  FST_ERR_CTP_INVALID_JSON_BODY: { code: 'invalid_json' },
  FST_ERR_BAD_URL: { code: 'not_found', details: { resource: 'path' } },
  FST_ERR_MAX_PARAM_LENGTH: { code: 'validation_failed', details: { issues: [TOO_LONG] } },
}

/** What a thrown error means to the caller. What the contract does not name is an internal error. */
export function problemOf(thrown: unknown): Problem {
  const error = refusalOf(thrown)
  if (error instanceof Refusal) return { code: error.code, details: error.details }
  const problem = error instanceof Error && 'code' in error ? FASTIFY_PROBLEMS[String(error.code)] : undefined
  return problem ?? { code: 'internal_error' }
}
