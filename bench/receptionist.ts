import { newSessionToken, sessionTokenHash } from '@clinic/server/domain/staff/session-token.ts'
import pg from 'pg'

/** Makes a receptionist of a clinic who sees every branch and is logged in; answers what her browser sends. */
export async function receptionist(ownerUrl: string, companyId: string): Promise<Record<string, string>> {
  const client = new pg.Client(ownerUrl)
  await client.connect()
  try {
    const token = newSessionToken()
    await client.query(
      `insert into staff_user (id, email, name, password_hash, created_at, updated_at)
       values ('usr_bench', 'bench@clinic.example', 'Bench', '$argon2id$none', now(), now())`,
    )
    await client.query(
      `insert into membership (company_id, user_id, role, all_branches, created_at, updated_at)
       values ($1, 'usr_bench', 'receptionist', true, now(), now())`,
      [companyId],
    )
    await client.query(
      `insert into staff_session (id, token_hash, user_id, state, company_id, address, user_agent, created_at, last_seen_at,
         confirmed_at, idle_end, absolute_end)
       values ('ses_bench', $1, 'usr_bench', 'ok', $2, '::1', 'bench', now(), now(), now(), now() + interval '1 hour', now() + interval '12 hours')`,
      [sessionTokenHash(token), companyId],
    )
    return { cookie: `staff=${token}`, 'clinic-id': companyId }
  } finally {
    await client.end()
  }
}
