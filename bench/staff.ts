import type { StaffRole } from '@clinic/contract/staff/permissions.ts'
import { newSessionToken, sessionTokenHash } from '@clinic/server/domain/staff/session-token.ts'
import pg from 'pg'

/** What the browser of a person who is logged in sends. */
export type LoggedIn = {
  cookie: string
  'clinic-id': string
}

interface Person {
  key: string
  role: StaffRole
  practitionerId?: string
}

/** Makes people of a clinic who see every branch and are logged in, in their order. */
export async function logIn(ownerUrl: string, companyId: string, people: readonly Person[]): Promise<LoggedIn[]> {
  const client = new pg.Client(ownerUrl)
  await client.connect()
  try {
    const made: LoggedIn[] = []
    for (const { key, role, practitionerId = null } of people) {
      const [token, userId] = [newSessionToken(), `usr_${key}`]
      await client.query(
        `insert into staff_user (id, email, name, password_hash, created_at, updated_at)
         values ($1, $2 || '@clinic.example', $2, '$argon2id$none', now(), now())`,
        [userId, key],
      )
      await client.query(
        `insert into membership (company_id, user_id, role, practitioner_id, all_branches, created_at, updated_at)
         values ($1, $2, $3, $4, true, now(), now())`,
        [companyId, userId, role, practitionerId],
      )
      await client.query(
        `insert into staff_session (id, token_hash, user_id, state, company_id, address, user_agent, created_at, last_seen_at,
           confirmed_at, idle_end, absolute_end)
         values ('ses_' || $1, $2, $3, 'ok', $4, '::1', 'bench', now(), now(), now(), now() + interval '1 hour', now() + interval '12 hours')`,
        [key, sessionTokenHash(token), userId, companyId],
      )
      made.push({ cookie: `staff=${token}`, 'clinic-id': companyId })
    }
    return made
  } finally {
    await client.end()
  }
}

/** A receptionist of a clinic. */
export async function receptionist(ownerUrl: string, companyId: string): Promise<LoggedIn> {
  const [headers] = await logIn(ownerUrl, companyId, [{ key: 'bench', role: 'receptionist' }])
  if (!headers) throw new Error('No receptionist was made.')
  return headers
}
