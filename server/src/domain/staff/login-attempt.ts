import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import { addressBlock } from '../../kernel/values/address-block.ts'
import type { StaffDeps, VisitDeps } from './staff-deps.ts'

/** Under what failures are counted. Only a MAC is stored: what people type by mistake into an e-mail field is theirs. */
interface AttemptKeys {
  /** This account from this address: forgotten when it succeeds. */
  mine: string
  /** Everything from this address. */
  shared: string
  /** This account from wherever. */
  account?: string
}

const FREE_ATTEMPTS = { mine: 5, shared: 50, account: 20 }
const begin = sql<{ wait: number }>('select begin_login_attempt($1, $2) as wait')

/**
 * The keys of an attempt. None is of an account alone, so failures elsewhere make no other person wait: a stranger can lock
 * no one out, and guesses at one account from many addresses have few free attempts at each.
 */
export const attemptKeys = ({ box, address }: VisitDeps, what: string, who: string): AttemptKeys => ({
  mine: box.mac(`${what}\n${who}\n${addressBlock(address)}`, 'login attempt'),
  shared: box.mac(`${what}\n${addressBlock(address)}`, 'login attempt of address'),
})

/**
 * The keys of a try at a code of a second factor. Here the account counts by itself too: a million codes are few for many
 * addresses, and a client that tries them has the password, so it is no stranger who makes the person wait, and a new password
 * ends it.
 */
export const codeKeys = (visit: VisitDeps, what: string, userId: string): AttemptKeys => ({
  ...attemptKeys(visit, what, userId),
  account: visit.box.mac(userId, 'codes of account'),
})

/** What an attempt that succeeds forgets; what it had in common with others is counted back by one. */
export const forgotten = ({ mine, account }: AttemptKeys): string[] =>
  account === undefined ? [mine] : [mine, account]

/** Counts an attempt, or refuses it with the seconds to wait. Nothing is compared for a client that has to wait. */
export async function beginAttempt({ run }: StaffDeps, { mine, shared, account }: AttemptKeys): Promise<void> {
  const keys = account === undefined ? [mine, shared] : [mine, shared, account]
  const free = [FREE_ATTEMPTS.mine, FREE_ATTEMPTS.shared, FREE_ATTEMPTS.account].slice(0, keys.length)
  const [row] = await run(begin([keys, free]))
  const wait = row?.wait ?? 0
  if (wait > 0) refuse('rate_limited', { retryAfterSeconds: wait, limit: FREE_ATTEMPTS.mine, windowSeconds: wait })
}
