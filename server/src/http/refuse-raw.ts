import type { Socket } from 'node:net'
import { ERRORS } from '@clinic/contract/errors.ts'
import { newId } from '../kernel/values/ids.ts'
import type { Baseline } from './answer-headers.ts'
import { envelope } from './problems.ts'
import type { RefusalLog } from './refusal-log.ts'

type RawError = Error & { code?: string }

/** Why Node gave up on what came in, in the terms of the contract's issues. */
const ISSUES: Readonly<Record<string, { code: string; message: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'timeout', message: 'must arrive sooner' },
  HPE_HEADER_OVERFLOW: { code: 'too_long', message: 'must have shorter headers' },
}
const MALFORMED = { code: 'format', message: 'must be a well-formed HTTP/1.1 request' }

/** Answers what is no HTTP, or did not arrive in time, with the envelope that every refusal has, and closes. */
export type RefuseRaw = (error: RawError, socket: Socket) => void

export const rawRefusals =
  (baseline: Baseline, refusals?: RefusalLog): RefuseRaw =>
  (error, socket) => {
    // Once part of an answer is out, another one would be read as its rest.
    if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
      socket.destroy()
      return
    }
    const [code, requestId] = ['validation_failed', newId('req')] as const
    const { status } = ERRORS[code]
    refusals?.write({ requestId, code, status })
    const body = envelope(code, requestId, { issues: [{ path: '', ...(ISSUES[error.code ?? ''] ?? MALFORMED) }] })
    socket.end(
      [
        `HTTP/1.1 ${status} Bad Request`,
        'content-type: application/json; charset=utf-8',
        `content-length: ${Buffer.byteLength(body)}`,
        `service-request-id: ${requestId}`,
        ...baseline.map(([name, value]) => `${name}: ${value}`),
        'connection: close',
        '',
        body,
      ].join('\r\n'),
    )
  }
