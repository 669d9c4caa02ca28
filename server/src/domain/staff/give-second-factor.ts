import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import { beginAttempt, codeKeys, forgotten } from './login-attempt.ts'
import { recoveryCodeHash, totpStep } from './second-factor.ts'
import { IDLE, newSessionToken, sessionTokenHash } from './session-token.ts'
import type { StaffDeps } from './staff-deps.ts'

const awaited = sql<{ userId: string; sealed: Buffer }>(
  'select user_id as "userId", totp_secret as sealed from awaited_second_factor($1)',
)
const pass = sql<{ passed: boolean }>('select pass_second_factor($1, $2, $3, $4, $5, $6, $7) as passed')

/**
 * Completes a login with a TOTP code or a recovery code, each of which is good once, and gives the session a new token:
 * a client that held the one before the second factor holds nothing.
 */
export async function giveSecondFactor(
  deps: StaffDeps,
  { token, code, address }: { token: string; code: string; address: string },
): Promise<{ token: string }> {
  const [session] = await deps.run(awaited([sessionTokenHash(token)]))
  if (!session) return refuse('unauthenticated')
  const keys = codeKeys(deps, 'second factor', session.userId, address)
  await beginAttempt(deps, keys)
  const step = await totpStep(deps.box, { ...session, code: code.trim(), now: Date.now() })
  const next = newSessionToken()
  const spent = [step ?? null, step === undefined ? recoveryCodeHash(code) : null]
  const [row] = await deps.run(
    pass([sessionTokenHash(token), sessionTokenHash(next), ...spent, IDLE, forgotten(keys), [keys.shared]]),
  )
  return row?.passed ? { token: next } : refuse('unauthenticated')
}
