import { newSessionToken, sessionTokenHash } from '../../../src/domain/staff/session-token.ts'
import { newId } from '../../../src/kernel/values/ids.ts'
import type { TestApp } from '../app/harness.ts'

/** A login of a person that has just given its password, straight in the database; answers its cookie. */
export async function openSession(
  app: Pick<TestApp, 'insert'>,
  user: { id: string },
  { state = 'ok', companyId = null }: { state?: 'ok' | 'second_factor'; companyId?: string | null } = {},
): Promise<string> {
  const token = newSessionToken()
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const now = at(0)
  await app.insert('staff_session', {
    ...{ id: newId('ses'), token_hash: sessionTokenHash(token), user_id: user.id, state, company_id: companyId },
    ...{ address: '127.0.0.1', user_agent: 'test', created_at: now, last_seen_at: now, confirmed_at: now },
    ...{ idle_end: at(60), absolute_end: at(720) },
  })
  return `staff=${token}`
}
