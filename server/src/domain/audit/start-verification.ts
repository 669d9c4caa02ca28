import { Id } from '@clinic/contract/fields.ts'
import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { enqueue, inRealTime, jobKind } from '../../kernel/job-queue.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'

export type VerificationRow = TableRow<'audit_verification'>

export const auditVerification = inRealTime(jobKind('verify_clinic_audit', { verificationId: Id }, 3))

const takeTurns = sql(`select pg_advisory_xact_lock(hashtextextended('verify audit ' || $1, 0))`)
const underWay = sql<VerificationRow>(`
  select * from audit_verification
  where company_id = $1 and state in ('QUEUED', 'RUNNING') and created_at > now() - interval '1 hour'
  order by created_at desc, id desc limit 1`)

/** Has the whole audit compared with its seals; one that is under way is the one that is asked for. */
export async function startVerification(tx: Tx): Promise<VerificationRow> {
  await tx.sql(takeTurns([tx.clinic.id]))
  const [running] = await tx.sql(underWay([tx.clinic.id]))
  if (running) return running
  const id = newId('avf', Date.parse(tx.now))
  const row = await tx.insert('audit_verification', { id, state: 'QUEUED', created_by: tx.caller.id })
  await enqueue(tx, auditVerification, { verificationId: id }, { key: id })
  return row
}
