import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import { deviceOf } from './log-in.ts'
import { beginAttempt, codeKeys, forgotten } from './login-attempt.ts'
import { codeProof } from './second-factor.ts'
import { IDLE, newSessionToken, sessionTokenHash } from './session-token.ts'
import type { LoginDeps } from './staff-deps.ts'

const awaited = sql<{ userId: string; sealed: Buffer }>(
  'select user_id as "userId", totp_secret as sealed from awaited_second_factor($1)',
)
const pass = sql<{ passed: boolean; is_new: boolean | null }>(`
  with completed as materialized (select pass_second_factor($1, $2, $3, $4, $5, $6, $7) as passed)
  select passed, case when passed then record_device($2, $8, $9) end as is_new from completed`)

/**
 * Completes a login with a TOTP code or a recovery code, each of which is good once, and gives the session a new token:
 * a client that held the one before the second factor holds nothing.
 */
export async function giveSecondFactor(login: LoginDeps, code: string): Promise<string> {
  const [session] = await login.run(awaited([sessionTokenHash(login.token)]))
  if (!session) return refuse('unauthenticated')
  login.claims({ userId: session.userId })
  const keys = codeKeys(login, 'second factor', session.userId)
  await beginAttempt(login, keys)
  const spent = await codeProof(login.box, { ...session, code })
  const next = newSessionToken()
  const tokens = [sessionTokenHash(login.token), sessionTokenHash(next)]
  const [row] = await login.run(pass([...tokens, ...spent, IDLE, forgotten(keys), [keys.shared], ...deviceOf(login)]))
  if (!row?.passed) return refuse('unauthenticated')
  login.isBy({})
  return next
}
