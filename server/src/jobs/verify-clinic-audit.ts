import { sql } from '../db/statement.ts'
import { auditVerification } from '../domain/audit/start-verification.ts'
import { verifyClinic } from '../domain/audit/verify-clinic.ts'
import { clinicJob, type JobRun } from './job.ts'

const TELL_EVERY_MS = 1_000

const first = sql<{ day: string }>('select min(day) as day from audit_head where company_id = $1')
/** How far the work is stands in no record of the audit. */
const tell = sql(`
  update audit_verification set state = 'RUNNING', days = $3, broken_days = $4, progress = $5, updated_at = $6
  where company_id = $1 and id = $2`)

const DAY_MS = 86_400_000

/** All days from the first that is sealed, today too. */
async function sealedDays({ asSealer }: JobRun, companyId: string): Promise<string[]> {
  const { from, now } = await asSealer(async tx => ({ from: (await tx.sql(first([companyId])))[0]?.day, now: tx.now }))
  const days: string[] = []
  for (let at = Date.parse(from ?? now); at <= Date.parse(now); at += DAY_MS)
    days.push(new Date(at).toISOString().slice(0, 10))
  return from ? days : []
}

/** Compares the whole audit of a clinic with its seals, and tells how far it is. */
export const verifyClinicAudit = clinicJob(auditVerification, async (run, { companyId, verificationId }) => {
  const days = await sealedDays(run, companyId)
  let told = 0
  try {
    let compared = 0
    let broken: readonly string[] = []
    await verifyClinic(run, companyId, days, async (done, found) => {
      ;[compared, broken] = [done, found]
      if (performance.now() - told < TELL_EVERY_MS) return
      told = performance.now()
      await run.inClinic(companyId, tx =>
        tx.sql(tell([companyId, verificationId, done, [...found], Math.min(done / days.length, 1), tx.now])),
      )
    })
    await run.inClinic(companyId, tx =>
      tx.update('audit_verification', verificationId, {
        ...{ state: 'DONE', progress: 1, days: compared, broken_days: [...broken] },
      }),
    )
  } catch (error) {
    if (run.isLast)
      await run.inClinic(companyId, tx => tx.update('audit_verification', verificationId, { state: 'FAILED' }))
    throw error
  }
})
