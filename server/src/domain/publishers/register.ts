import { confirmRegistration as declared } from '@clinic/contract/staff/registrations.ts'
import { sql } from '../../db/statement.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import { newId } from '../../kernel/values/ids.ts'
import { stripControl } from '../../kernel/values/strip-control.ts'
import { loginOf } from '../staff/log-in.ts'
import { attemptKeys, beginAttempt } from '../staff/login-attempt.ts'
import { linkToken, linkTokenHash } from '../staff/mail-link.ts'
import { requireGoodPassword } from '../staff/new-password.ts'
import { hashPassword } from '../staff/password.ts'
import type { StaffDeps, VisitDeps } from '../staff/staff-deps.ts'

/** Who may register: anybody, those whom a publisher has invited to belong to it, or no person. */
export type Signup = 'open' | 'invite' | 'off'

/** Who is about to get a login. */
interface Registration {
  email: string
  name: string
}

const LIFETIME = '24 hours'
const request = sql('select request_registration($1, $2, $3, $4, $5, $6, $7)')
const find = sql<Registration>('select email, name from registration_of($1)')
const confirm = sql<{ email: string | null }>('select confirm_registration($1, $2, $3, $4, $5, $6) as email')

const gone = () => refuse('not_found', { resource: 'registration' })

/** Sends a link by which a login is made. The work, and the answer, are the same whatever the address. */
export async function register(visit: VisitDeps, { name, email }: Registration, signup: Signup): Promise<void> {
  if (signup === 'off') refuse('not_found', { resource: 'path' })
  const plain = stripControl(name).trim()
  if (plain === '') refuseInput({ path: '/name', code: 'too_short', message: 'must not be empty' })
  const login = loginOf(email)
  visit.claims({ email: login })
  await beginAttempt(visit, attemptKeys(visit, 'registration', login))
  const id = newId('reg')
  const hash = linkTokenHash(linkToken(visit.box, 'registration', id))
  await visit.run(request([login, id, plain, hash, newId('sml'), LIFETIME, signup === 'invite']))
}

/** Whose login a link makes, while it is good. */
export async function registrationOf({ run }: StaffDeps, token: string): Promise<Registration> {
  const [found] = await run(find([linkTokenHash(token)]))
  return found ?? gone()
}

/** Makes the login of a link, once: a person who has the link reads the mailbox. */
export async function confirmRegistration(
  visit: VisitDeps,
  { token, password }: { token: string; password: string },
): Promise<string> {
  const { email } = await registrationOf(visit, token)
  requireGoodPassword(password, email, '/password')
  const values = [linkTokenHash(token), newId('usr'), await hashPassword(password), visit.address, visit.requestId]
  const [row] = await visit.run(confirm([...values, declared.changes]))
  return row?.email ?? gone()
}
