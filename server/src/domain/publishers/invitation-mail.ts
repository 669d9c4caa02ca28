import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import { addRecord } from '../../kernel/record-statements.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'

const DAY_SECONDS = 86_400
const HOUR_SECONDS = 3_600
/** What a publisher has mailed in a day, lest strangers be written to in its name without end. */
export const MOST_A_DAY = 20

const earlier = sql<{ email: string; created_at: string }>(`
  select email, created_at from publisher_invitation
  where company_id = $1 and created_at > $2::timestamptz - interval '1 day' order by created_at`)
const queue = sql("select queue_staff_mail($1, 'publisher_invitation', $2)")

/**
 * Has a mail sent to a person whom the publisher invites if, and as soon as, this is committed: to one address once an hour,
 * and to so many in a day, taken back or not. It is called by one transaction of the publisher at a time.
 */
export async function writeTo(tx: Tx, email: string): Promise<void> {
  const sent = await tx.sql(earlier([tx.clinic.id, tx.realNow]))
  const last = sent.findLast(one => one.email === email)
  if (last) requireOver(tx, last.created_at, HOUR_SECONDS, 1)
  const oldest = sent.at(-MOST_A_DAY)
  if (oldest) requireOver(tx, oldest.created_at, DAY_SECONDS, MOST_A_DAY)
  const id = newId('pbi')
  // By the real time: a publisher moves the clock of its sandbox as it likes.
  const at = { created_at: tx.realNow, updated_at: tx.realNow }
  await tx.sql(
    addRecord('publisher_invitation', { company_id: tx.clinic.id, id, email, invited_by: tx.caller.id, ...at }),
  )
  await tx.sql(queue([newId('sml'), id]))
}

/** Refuses while less time than the window has gone by since then. */
function requireOver(tx: Tx, since: string, windowSeconds: number, limit: number): void {
  const left = windowSeconds - Math.floor((Date.parse(tx.realNow) - Date.parse(since)) / 1000)
  if (left > 0) refuse('rate_limited', { retryAfterSeconds: left, limit, windowSeconds })
}
