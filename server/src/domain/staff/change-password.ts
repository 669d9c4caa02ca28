import type { Input } from '@clinic/contract/kernel.ts'
import type { changePassword as declared } from '@clinic/contract/staff/account.ts'
import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import { accountOf } from './account.ts'
import { attemptKeys, beginAttempt } from './login-attempt.ts'
import { requireGoodPassword } from './new-password.ts'
import { hashLike, hashPassword } from './password.ts'
import { sessionTokenHash } from './session-token.ts'
import type { LoginDeps } from './staff-deps.ts'

const change = sql<{ ended: number | null }>('select change_password($1, $2, $3, $4, $5) as ended')

/** Changes the password of a person who gives the present one, and ends their other sessions; answers how many. */
export async function changePassword(login: LoginDeps, { current, next }: Input<typeof declared>): Promise<number> {
  const { userId, email, parameters } = await accountOf(login)
  requireGoodPassword(next, email, '/next')
  const keys = attemptKeys(login, 'password change', userId)
  await beginAttempt(login, keys)
  const hashes = [await hashLike(parameters, current), await hashPassword(next)]
  const [row] = await login.run(change([sessionTokenHash(login.token), ...hashes, [keys.mine], [keys.shared]]))
  return row?.ended ?? refuse('credential_wrong')
}
