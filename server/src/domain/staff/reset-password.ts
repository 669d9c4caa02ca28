import type { Input } from '@clinic/contract/kernel.ts'
import type { resetPassword as declared } from '@clinic/contract/staff/password-resets.ts'
import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import { newId } from '../../kernel/values/ids.ts'
import { loginOf } from './log-in.ts'
import { attemptKeys, beginAttempt } from './login-attempt.ts'
import { linkToken, linkTokenHash } from './mail-link.ts'
import { requireGoodPassword } from './new-password.ts'
import { hashPassword } from './password.ts'
import type { VisitDeps } from './staff-deps.ts'

const LIFETIME = '30 minutes'
const request = sql('select request_password_reset($1, $2, $3, $4, $5)')
const find = sql<{ email: string }>('select email from password_reset_of($1)')
const reset = sql<{ done: boolean }>('select reset_password($1, $2, $3) as done')

/** Sends a link for a new password, if a person logs in with the address. What is done for an unknown one is the same work. */
export async function requestPasswordReset(visit: VisitDeps, email: string): Promise<void> {
  const login = loginOf(email)
  visit.claims({ email: login })
  await beginAttempt(visit, attemptKeys(visit, 'password reset', login))
  const id = newId('pwr')
  const hash = linkTokenHash(linkToken(visit.box, 'password_reset', id))
  await visit.run(request([login, id, hash, newId('sml'), LIFETIME]))
}

/** Sets a new password by the link of a mail, once, and ends all sessions of whom it belongs to. */
export async function resetPassword(
  { run, address, isBy }: VisitDeps,
  { token, password }: Input<typeof declared>,
): Promise<void> {
  const gone = () => refuse('not_found', { resource: 'password_reset' })
  const hash = linkTokenHash(token)
  const [found] = await run(find([hash]))
  if (!found) return gone()
  requireGoodPassword(password, found.email, '/password')
  const [row] = await run(reset([hash, await hashPassword(password), address]))
  if (!row?.done) return gone()
  isBy({ email: found.email })
}
