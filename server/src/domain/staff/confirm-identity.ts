import type { Input } from '@clinic/contract/kernel.ts'
import type { confirmIdentity as declared } from '@clinic/contract/staff/session.ts'
import { sql } from '../../db/statement.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import { accountOf } from './account.ts'
import { attemptKeys, beginAttempt, codeKeys, forgotten } from './login-attempt.ts'
import { hashLike } from './password.ts'
import { codeProof } from './second-factor.ts'
import { sessionTokenHash } from './session-token.ts'
import type { LoginDeps } from './staff-deps.ts'

const confirm = sql<{ at: string | null }>('select confirm_session($1, $2, $3, $4, $5, $6) as at')

/**
 * Proves again who is at the screen: by a code where a second factor is enrolled, each good once, else by the password.
 */
export async function confirmIdentity(login: LoginDeps, { password, code }: Input<typeof declared>): Promise<void> {
  const { userId, sealed, parameters } = await accountOf(login)
  const given = sealed ? code : password
  const missing = sealed ? '/code' : '/password'
  if (given === undefined) return refuseInput({ path: missing, code: 'required', message: 'is required' })
  const keys = (sealed ? codeKeys : attemptKeys)(login, 'confirmation', userId)
  await beginAttempt(login, keys)
  const proof = sealed
    ? [null, ...(await codeProof(login.box, { userId, sealed, code: given }))]
    : [await hashLike(parameters, given), null, null]
  const [row] = await login.run(confirm([sessionTokenHash(login.token), ...proof, forgotten(keys), [keys.shared]]))
  if (!row?.at) refuse('credential_wrong')
}
