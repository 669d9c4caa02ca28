import { type Statement, sql } from '../db/statement.ts'
import { secretHash } from './secrets.ts'

/**
 * How many requests of which kind, counted by what. Assistants' servers share few addresses, so programs are counted by network and by what they
 * hold, generously; people by address and login.
 */
const LIMITS = {
  /** By network. */
  register: { perMinute: 60, burst: 60 },
  /** By address: a whole clinic may be behind one. */
  authorize: { perMinute: 30, burst: 30 },
  /** By pending request. */
  consent: { perMinute: 30, burst: 30 },
  /** By what is exchanged: a code or a refresh token. */
  token: { perMinute: 30, burst: 40 },
  /** By network: what is refused. A guess has no chance, so this is about load alone. */
  failure: { perMinute: 300, burst: 300 },
  revoke: { perMinute: 60, burst: 60 },
  /** Of all clients together: descriptions of clients that are read from elsewhere. */
  document: { perMinute: 120, burst: 120 },
} as const

export type Limit = keyof typeof LIMITS

/** Takes one request from what the limit leaves to its subject; answers 0, or the seconds until there is more. */
export type Take = (limit: Limit, subject: string) => Promise<number>

const take = sql<{ granted: number; tokens: number }>(
  'select granted, tokens from take_tokens(array[$1::text], array[$2::float8], array[$3::float8], array[0], array[$4::int])',
)

/** Limits that hold across all processes of one database. When they are off, every request is let through. */
export function limiter(run: <Row>(statement: Statement<Row>) => Promise<Row[]>, enabled: boolean): Take {
  return async (limit, subject) => {
    if (!enabled) return 0
    const { perMinute, burst } = LIMITS[limit]
    const key = `oauth ${limit} ${secretHash(subject).toString('base64url')}`
    const [taken] = await run(take([key, perMinute / 60, burst, 1]))
    return taken && taken.granted === 0 ? Math.max(1, Math.ceil(((1 - taken.tokens) * 60) / perMinute)) : 0
  }
}

/** The network of an address: what one household, office or operator has. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address.split('.').slice(0, 3).join('.')
  return address.split(':').slice(0, 3).join(':')
}
