import { sql } from '../../db/statement.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import { accountOf } from './account.ts'
import { attemptKeys, beginAttempt, codeKeys, forgotten } from './login-attempt.ts'
import { hashLike } from './password.ts'
import { recoveryCodeHash, totpStep } from './second-factor.ts'
import { sessionTokenHash } from './session-token.ts'
import type { StaffDeps } from './staff-deps.ts'

const confirm = sql<{ at: string | null }>('select confirm_session($1, $2, $3, $4, $5, $6) as at')

export interface Proof {
  token: string
  address: string
  password?: string | undefined
  code?: string | undefined
}

/**
 * Proves again who is at the screen: by a code where a second factor is enrolled, each good once, else by the password.
 */
export async function confirmIdentity(deps: StaffDeps, { token, address, password, code }: Proof): Promise<void> {
  const account = await accountOf(deps, token)
  const given = account.sealed ? code : password
  const missing = account.sealed ? '/code' : '/password'
  if (given === undefined) return refuseInput({ path: missing, code: 'required', message: 'is required' })
  const keys = (account.sealed ? codeKeys : attemptKeys)(deps, 'confirmation', account.userId, address)
  await beginAttempt(deps, keys)
  const proof = account.sealed
    ? await codeProof(deps, { userId: account.userId, sealed: account.sealed, code: given })
    : [await hashLike(account.parameters, given), null, null]
  const [row] = await deps.run(confirm([sessionTokenHash(token), ...proof, forgotten(keys), [keys.shared]]))
  if (!row?.at) refuse('credential_wrong')
}

async function codeProof(deps: StaffDeps, { code, ...whose }: { userId: string; sealed: Buffer; code: string }) {
  const step = await totpStep(deps.box, { ...whose, code: code.trim(), now: Date.now() })
  return [null, step ?? null, step === undefined ? recoveryCodeHash(code) : null]
}
