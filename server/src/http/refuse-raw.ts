import type { Socket } from 'node:net'
import { API_VERSION } from '@clinic/contract/api-version.ts'
import { ERRORS } from '@clinic/contract/errors.ts'
import { newId } from '../kernel/values/ids.ts'
import { envelope } from './problems.ts'

type RawError = Error & { code?: string }

/** Why Node gave up on what came in, in the terms of the contract's issues. */
const ISSUES: Readonly<Record<string, { code: string; message: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'timeout', message: 'must arrive sooner' },
  HPE_HEADER_OVERFLOW: { code: 'too_long', message: 'must have shorter headers' },
}
const MALFORMED = { code: 'format', message: 'must be a well-formed HTTP/1.1 request' }

/** Answers what is no HTTP, or did not arrive in time, with the envelope that every refusal has, and closes. */
export function refuseRaw(error: RawError, socket: Socket): void {
  // Once part of an answer is out, another one would be read as its rest.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy()
    return
  }
  const requestId = newId('req')
  const issues = [{ path: '', ...(ISSUES[error.code ?? ''] ?? MALFORMED) }]
  const body = envelope('validation_failed', requestId, { issues })
  socket.end(
    [
      `HTTP/1.1 ${ERRORS.validation_failed.status} Bad Request`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `service-version: ${API_VERSION}`,
      `service-request-id: ${requestId}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
