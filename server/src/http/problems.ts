import { ERRORS, type ErrorCode } from '@clinic/contract/errors.ts'
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

const FASTIFY_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'validation_failed',
}

/** What a thrown error means to the caller. Whatever the contract does not name is an internal error. */
export function problemOf(thrown: unknown): { code: ErrorCode; details?: unknown } {
  const error = refusalOf(thrown)
  if (error instanceof Refusal) return { code: error.code, details: error.details }
  const code = error instanceof Error && 'code' in error ? FASTIFY_CODES[String(error.code)] : undefined
  return { code: code ?? 'internal_error' }
}
