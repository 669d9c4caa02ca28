import { ERRORS, type ErrorCode, type Issue } from '@clinic/contract/errors.ts'
import type { FastifyReply } from 'fastify'
import { refusalOf } from '../kernel/constraints.ts'
import { Refusal } from '../kernel/errors.ts'

/** The error envelope, the only shape in which /api/v1 refuses. */
export const envelope = (code: ErrorCode, requestId: string, details?: unknown): string =>
  JSON.stringify({
    error: { code, message: ERRORS[code].message, requestId, ...(details !== undefined && { details }) },
  })

/** Answers with the error envelope; headers that belong to the code are set by whoever knows their values. */
export function sendProblem(reply: FastifyReply, code: ErrorCode, details?: unknown): FastifyReply {
  return reply
    .code(ERRORS[code].status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(envelope(code, reply.request.id, details))
}

interface Problem {
  code: ErrorCode
  details?: unknown
}

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

/** What a thrown error means to the caller. Whatever the contract does not name is an internal error. */
export function problemOf(thrown: unknown): Problem {
  const error = refusalOf(thrown)
  if (error instanceof Refusal) return { code: error.code, details: error.details }
  const problem = error instanceof Error && 'code' in error ? FASTIFY_PROBLEMS[String(error.code)] : undefined
  return problem ?? { code: 'internal_error' }
}
