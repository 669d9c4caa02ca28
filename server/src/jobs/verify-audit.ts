import { sql } from '../db/statement.ts'
import { verifyClinic } from '../domain/audit/verify-clinic.ts'
import type { Fault } from '../domain/audit/verify-day.ts'
import { type JobRun, scheduledJob } from './job.ts'

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
 * Compares what is recorded with its seals. What does not fit is logged with the clinic, the day and the record, the day is
 * broken, and the owners of the clinic are told.
 */
export async function verifyAudit(run: Pick<JobRun, 'asSealer' | 'inClinic' | 'log'>): Promise<Fault[]> {
  const { asSealer, log } = run
  const all: Fault[] = []
  for (const { company_id: clinic, first } of await asSealer(tx => tx.sql(sealed([])))) {
    const faults = await verifyClinic(run, clinic, await asSealer(async tx => daysOf(first, tx.now)))
    for (const fault of faults) log.error({ clinic, ...fault }, 'the audit does not fit its seals')
    all.push(...faults)
  }
  return all
}

export const verifyAuditNightly = scheduledJob('verify_audit', '30 1 * * *', async run => {
  await verifyAudit(run)
})
