import { sql } from '../../db/statement.ts'
import { sessionTokenHash } from './session-token.ts'
import type { LoginDeps } from './staff-deps.ts'

export interface OpenSession {
  id: string
  current: boolean
  created_at: string
  last_seen_at: string
  address: string
  user_agent: string | null
}

const list = sql<OpenSession>('select * from sessions_of_user($1)')
const end = sql<{ ended: number }>('select end_sessions_of_user($1, $2) as ended')

/** Where the person of the session is logged in, this session first. */
export const ownSessions = ({ run, token }: LoginDeps): Promise<OpenSession[]> => run(list([sessionTokenHash(token)]))

/** Ends one of the person's sessions, or with no id all but this one; answers how many. */
export async function endOwnSessions({ run, token }: LoginDeps, id: string | null): Promise<number> {
  const [row] = await run(end([sessionTokenHash(token), id]))
  return row?.ended ?? 0
}
