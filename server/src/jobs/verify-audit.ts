import { sql } from '../db/statement.ts'
import { type Fault, verifyDay } from '../domain/audit/verify-day.ts'
import { verifyHeads } from '../domain/audit/verify-heads.ts'
import { type JobDeps, scheduledJob } from './job.ts'

const DAY_MS = 86_400_000
/** Within so many nights each older day is verified once. */
const NIGHTS = 30

const sealed = sql<{ company_id: string; first: string }>(`
  select company_id, min(day) as first from audit_head group by company_id order by 1`)

const dayNumber = (day: string): number => Date.parse(day) / DAY_MS
const dayOf = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10)

/** The days since the first that are verified tonight: yesterday, and of the older ones each thirtieth. */
export function daysOf(first: string, now: string): string[] {
  const today = dayNumber(now.slice(0, 10))
  const days: string[] = []
  for (let day = today - 1; day >= dayNumber(first); day--)
    if (day === today - 1 || day % NIGHTS === today % NIGHTS) days.push(dayOf(day))
  return days
}

/**
 * Compares what is recorded with its seals. What does not fit is logged with the clinic, the day and the record, and nothing
 * is sealed anew: the seals go on as they are.
 */
export async function verifyAudit({ asSealer, log }: Pick<JobDeps, 'asSealer' | 'log'>): Promise<Fault[]> {
  const all: Fault[] = []
  for (const { company_id: clinic, first } of await asSealer(tx => tx.sql(sealed([])))) {
    const faults = await asSealer(tx => verifyHeads(tx, clinic))
    for (const day of await asSealer(async tx => daysOf(first, tx.now)))
      faults.push(...(await asSealer(tx => verifyDay(tx, clinic, day))))
    for (const fault of faults) log.error({ clinic, ...fault }, 'the audit does not fit its seals')
    all.push(...faults)
  }
  return all
}

export const verifyAuditNightly = scheduledJob('verify_audit', '30 1 * * *', async run => {
  await verifyAudit(run)
})
