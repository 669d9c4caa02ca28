import type { Input } from '@clinic/contract/kernel.ts'
import type { logIn as declared } from '@clinic/contract/staff/session.ts'
import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import { addressBlock } from '../../kernel/values/address-block.ts'
import { newId } from '../../kernel/values/ids.ts'
import { browserFamily } from './browser-family.ts'
import { attemptKeys, beginAttempt } from './login-attempt.ts'
import { hashLike } from './password.ts'
import { ABSOLUTE, IDLE, newSessionToken, sessionTokenHash } from './session-token.ts'
import type { VisitDeps } from './staff-deps.ts'

export type SessionState = 'ok' | 'second_factor'

interface Browser extends VisitDeps {
  /** Of the session that the browser has already; it ends. */
  token: string | undefined
}

const LONGEST_AGENT = 400
const passwordParameters = sql<{ parameters: string | null }>('select password_parameters($1) as parameters')
/** With the session it is noted which browser it is, where the login is complete with the password. */
const openSession = sql<{ state: SessionState | null; is_new: boolean | null }>(`
  with opened as materialized (
    select open_staff_session($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) as state)
  select state, case when state = 'ok' then record_device($3, $12, $13) end as is_new from opened`)

/** What a login is known by: the family of the browser and its network. */
export const deviceOf = ({ userAgent, address }: Pick<VisitDeps, 'userAgent' | 'address'>): [string, string] => [
  browserFamily(userAgent),
  addressBlock(address),
]

/** E-mail addresses are compared as everybody writes them. */
export const loginOf = (email: string): string => email.trim().normalize('NFC').toLowerCase()

/**
 * Opens a session for an e-mail address and its password. A wrong password, an unknown address and a disabled account are
 * refused alike and after the same work.
 */
export async function logIn(
  visit: Browser,
  { email, password }: Input<typeof declared>,
): Promise<{ token: string; state: SessionState }> {
  const { address, userAgent, token: earlier } = visit
  const login = loginOf(email)
  visit.claims({ email: login })
  const keys = attemptKeys(visit, 'password', login)
  await beginAttempt(visit, keys)
  const [known] = await visit.run(passwordParameters([login]))
  const hash = await hashLike(known?.parameters ?? null, password)
  const [token, sessionId] = [newSessionToken(), newId('ses')]
  const ending = earlier === undefined ? null : sessionTokenHash(earlier)
  const values = [
    login,
    hash,
    sessionTokenHash(token),
    sessionId,
    ending,
    address,
    userAgent?.slice(0, LONGEST_AGENT) ?? null,
    IDLE,
    ABSOLUTE,
  ]
  const [opened] = await visit.run(openSession([...values, [keys.mine], [keys.shared], ...deviceOf(visit)]))
  if (!opened?.state) return refuse('unauthenticated')
  visit.isBy({ sessionId })
  return { token, state: opened.state }
}
