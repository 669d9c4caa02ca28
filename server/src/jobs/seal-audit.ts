import { sql } from '../db/statement.ts'
import { auditHorizon } from '../domain/audit/audit-horizon.ts'
import { sealNext } from '../domain/audit/seal-clinic.ts'
import type { SigningKey } from '../domain/audit/signing-key.ts'
import type { PlatformTx } from '../kernel/tx.ts'
import { type JobDeps, scheduledJob } from './job.ts'

/** How long to wait for transactions under way; the next run waits again. */
const PATIENCE_MS = 60_000

const publishKey = sql('insert into audit_key (id, public_key) values ($1, $2) on conflict (id) do nothing')
/** The clinics that have records to seal, or a day to close; what is of no clinic is sealed as if it were one. */
const unsealed = sql<{ company_id: string }>(`
  select one.company_id from (select company_id from clinic where lives_here(company_id) union all select 'platform') as one
  left join lateral (select sealed_to, day, closing from audit_head where company_id = one.company_id
    order by number desc limit 1) as last on true
  where (not last.closing and last.day < ($1::timestamptz at time zone 'UTC')::date)
    or exists (select from audit_record where company_id = one.company_id
      and recorded_at >= coalesce(last.sealed_to, '-infinity') and recorded_at < $1)
  order by 1`)

/** Has the key among those that are published, before anything is signed with it. */
export const publishSigningKey = async (tx: PlatformTx, { id, publicKey }: SigningKey): Promise<void> => {
  await tx.sql(publishKey([id, publicKey]))
}

/** Seals what was recorded of every clinic. Where one fails the others are sealed all the same, and the run counts as failed. */
export async function sealAudit({
  asSealer,
  auditKey,
  log,
}: Pick<JobDeps, 'asSealer' | 'auditKey' | 'log'>): Promise<void> {
  await asSealer(tx => publishSigningKey(tx, auditKey))
  const horizon = await auditHorizon(asSealer, PATIENCE_MS)
  if (horizon === undefined) throw new Error('A transaction that adds to the audit goes on for too long.')
  const failed: string[] = []
  for (const { company_id: companyId } of await asSealer(tx => tx.sql(unsealed([horizon]))))
    try {
      while (await asSealer(tx => sealNext(tx, companyId, { horizon, key: auditKey })));
    } catch (error) {
      log.error({ err: error, clinic: companyId }, 'the audit of a clinic could not be sealed')
      failed.push(companyId)
    }
  if (failed.length > 0) throw new Error(`The audit of ${failed.length} clinics could not be sealed.`)
}

export const sealAuditRegularly = scheduledJob('seal_audit', '*/10 * * * *', sealAudit)
