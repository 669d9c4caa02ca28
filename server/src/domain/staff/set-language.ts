import { sql } from '../../db/statement.ts'
import type { StaffSession } from './session.ts'
import { sessionTokenHash } from './session-token.ts'
import type { StaffDeps } from './staff-deps.ts'

const set = sql('select set_language($1, $2)')

/** Changes the language in which the person of the session is spoken to. */
export async function setLanguage(
  { run }: StaffDeps,
  token: string,
  language: NonNullable<StaffSession['language']>,
): Promise<void> {
  await run(set([sessionTokenHash(token), language]))
}
