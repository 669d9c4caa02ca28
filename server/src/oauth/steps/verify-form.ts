import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { StaffSession } from '../../domain/staff/session.ts'
import { refusePage } from '../page-error.ts'
import { secretHash } from '../secrets.ts'
import type { Visit } from './visit.ts'

/** A form that did not come from our page, or not as it was shown. */
export const refuseForgery = (): never => refusePage('forged', { status: 403 })

/** Browsers name the origin of every form; a form of another site is not ours, whatever it knows. */
export function requireOwnOrigin({ headers }: FastifyRequest, issuer: string): void {
  const isOwn = headers.origin === undefined ? headers['sec-fetch-site'] === 'same-origin' : headers.origin === issuer
  if (!isOwn) refuseForgery()
}

/** Proves that a form is one that we showed to this login for this pending request. */
export const csrfToken = ({ deps, pendingId }: Visit, session: StaffSession): string =>
  deps.box.mac(`${pendingId}\n${session.session_id}`, 'oauth consent', 32)

export function requireCsrfToken(form: URLSearchParams, expected: string): void {
  if (!timingSafeEqual(secretHash(form.get('csrf') ?? ''), secretHash(expected))) refuseForgery()
}
