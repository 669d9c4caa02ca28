import { hashPassword } from '@clinic/server/domain/staff/password.ts'
import type pg from 'pg'

/** How long what is in a table is kept, by how the table's name begins; all else is kept for good. */
const KEPT: readonly (readonly [prefix: string, kept: string])[] = [
  ['audit_', 'as long as the audit'],
  ['event', '30 days (events)'],
  ['idempotency_record', 'a day (answers)'],
  ['request_log', '14 days (request log)'],
]

/** Bytes of each table with its indexes, those of partitions as of the table. */
export async function sizes(owner: pg.Client): Promise<Map<string, number>> {
  const { rows } = await owner.query<{ name: string; bytes: number }>(
    `select coalesce(pg_partition_root(oid)::text, relname) as name, sum(pg_total_relation_size(oid))::float8 as bytes
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace group by 1`,
  )
  return new Map(rows.map(({ name, bytes }) => [name, bytes]))
}

/** By how much tables have grown, by how long they keep that. One that has shrunk gave back room that was free. */
export async function grownBy(owner: pg.Client, before: ReadonlyMap<string, number>): Promise<Map<string, number>> {
  const grown = new Map<string, number>()
  for (const [name, bytes] of await sizes(owner)) {
    const kept = KEPT.find(([prefix]) => name.startsWith(prefix))?.[1] ?? 'for good'
    grown.set(kept, (grown.get(kept) ?? 0) + Math.max(0, bytes - (before.get(name) ?? 0)))
  }
  return grown
}

const PASSWORD = 'correct horse battery staple'

/** Lets these people, who have never been there, log in one after the other. */
export async function logInAnew(
  owner: pg.Client,
  port: number,
  { people, from }: { people: number; from: number },
): Promise<void> {
  const origin = `http://127.0.0.1:${port}`
  const stored = await hashPassword(PASSWORD)
  for (let n = from; n < from + people; n++) {
    const email = `login${n}@clinic.example`
    await owner.query(
      `insert into staff_user (id, email, name, password_hash, created_at, updated_at) values ($1, $2, 'Person', $3, now(), now())`,
      [`usr_login${n}`, email, stored],
    )
    const answer = await fetch(`${origin}/staff/v1/session`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
    })
    await answer.text()
    if (answer.status !== 200) throw new Error(`A login was answered ${answer.status}.`)
  }
}
