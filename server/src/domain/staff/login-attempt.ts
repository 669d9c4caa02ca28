import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { StaffDeps } from './staff-deps.ts'

/** Under what failures are counted. Only a MAC is stored: what people type by mistake into an e-mail field is theirs. */
export interface AttemptKeys {
  /** This account from this address: forgotten when it succeeds. */
  mine: string
  /** Everything from this address. */
  shared: string
}

const FREE_ATTEMPTS = { mine: 5, shared: 50 }
const begin = sql('select begin_login_attempt($1, $2) as wait')

/**
 * The keys of an attempt. No key is of an account alone, so failures elsewhere make nobody wait: a stranger can lock
 * no one out, and guesses at one account from many addresses have few free attempts at each.
 */
export const attemptKeys = ({ box }: StaffDeps, what: string, who: string, address: string): AttemptKeys => ({
  mine: box.mac(`${what}\n${who}\n${address}`, 'login attempt'),
  shared: box.mac(`${what}\n${address}`, 'login attempt of address'),
})

/** Counts an attempt, or refuses it with the seconds to wait. Nothing is compared for whoever has to wait. */
export async function beginAttempt({ run }: StaffDeps, { mine, shared }: AttemptKeys): Promise<void> {
  const [row] = await run<{ wait: number }>(
    begin([
      [mine, shared],
      [FREE_ATTEMPTS.mine, FREE_ATTEMPTS.shared],
    ]),
  )
  const wait = row?.wait ?? 0
  if (wait > 0) refuse('rate_limited', { retryAfterSeconds: wait, limit: FREE_ATTEMPTS.mine, windowSeconds: wait })
}
