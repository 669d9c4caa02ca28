import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import { accountOf } from './account.ts'
import { attemptKeys, beginAttempt } from './login-attempt.ts'
import { requireGoodPassword } from './new-password.ts'
import { hashLike, hashPassword } from './password.ts'
import { sessionTokenHash } from './session-token.ts'
import type { StaffDeps } from './staff-deps.ts'

const change = sql<{ ended: number | null }>('select change_password($1, $2, $3, $4, $5) as ended')

export interface PasswordChange {
  token: string
  address: string
  current: string
  next: string
}

/** Changes the password of a person who gives the present one, and ends their other sessions; answers how many. */
export async function changePassword(
  deps: StaffDeps,
  { token, address, current, next }: PasswordChange,
): Promise<number> {
  const { userId, email, parameters } = await accountOf(deps, token)
  requireGoodPassword(next, email, '/next')
  const keys = attemptKeys(deps, 'password change', userId, address)
  await beginAttempt(deps, keys)
  const hashes = [await hashLike(parameters, current), await hashPassword(next)]
  const [row] = await deps.run(change([sessionTokenHash(token), ...hashes, [keys.mine], [keys.shared]]))
  return row?.ended ?? refuse('credential_wrong')
}
