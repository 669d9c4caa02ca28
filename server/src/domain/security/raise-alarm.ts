import { SECURITY_EVENTS, type SecurityEventKind } from '@clinic/contract/staff/security-events.ts'
import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'

/** Who and what an event is about. Never a patient, and nothing that only some of the owners may know. */
export interface AlarmFacts {
  installationId?: string
  userId?: string
  userName?: string
  tokenHint?: string
  command?: string
  /** Of the audit that does not fit its seals: the day, and what of it. */
  day?: string
  recordId?: string
  seal?: string
  fault?: string
}

const raise = sql(`
  select raise_security_event($1, $2, $3, $4, $5) where $1 = current_setting('app.company')`)

/**
 * Raises a security event of the clinic, if the transaction commits: those who are told of it have a notice and a mail
 * then. `subject` is what makes two events the same, which within an hour are one; `within` is `tx.control` for what is done there.
 */
export async function raiseAlarm(
  tx: Tx,
  kind: SecurityEventKind,
  subject: string,
  facts: AlarmFacts = {},
  within: Pick<Tx, 'sql'> = tx,
): Promise<void> {
  const [level] = SECURITY_EVENTS[kind]
  const actor = `${tx.caller.kind} ${tx.caller.id}`
  await within.sql(raise([tx.clinic.id, kind, level, subject, JSON.stringify({ ...facts, actor })]))
}
