import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import { sessionTokenHash } from './session-token.ts'
import type { LoginDeps } from './staff-deps.ts'

/** What a person who is logged in is compared with. No hash of a password ever leaves the database. */
export interface Account {
  userId: string
  email: string
  /** Algorithm, cost and salt of the password. */
  parameters: string
  /** The sealed secret of the second factor; null where none is enrolled. */
  sealed: Buffer | null
  /** The sealed secret of one that was begun and counts once a code of it was given. */
  pending: Buffer | null
  enrolledAt: string | null
  recoveryCodesLeft: number
}

const look = sql<Account>(`
  select user_id as "userId", email, parameters, totp_secret as sealed, totp_pending as pending,
    enrolled_at as "enrolledAt", recovery_codes_left as "recoveryCodesLeft"
  from account_of_session($1)`)

/** The account of a session whose login is complete. */
export async function accountOf({ run, token }: LoginDeps): Promise<Account> {
  const [account] = await run(look([sessionTokenHash(token)]))
  return account ?? refuse('unauthenticated')
}
