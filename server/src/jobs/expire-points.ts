import { sql } from '../db/statement.ts'
import { expirePoints } from '../domain/loyalty/expire-points.ts'
import { scheduledJob } from './job.ts'

const clinicsWithDue = sql<{ id: string }>(`
  select distinct company_id as id from loyalty_account where expiring_at <= $1
  union select account.company_id from clinic
  join loyalty_account as account on account.company_id = clinic.company_id
    and account.expiring_at <= $1::timestamptz + clinic.clock_offset_ms * interval '1 millisecond'
  where clinic.clock_offset_ms > 0`)

/** Takes away the points that have expired, clinic by clinic. */
export const expirePointsHourly = scheduledJob('expire_points', '7 * * * *', async ({ onPlatform, inClinic }) => {
  const clinics = await onPlatform(tx => tx.sql(clinicsWithDue([tx.now])))
  for (const { id } of clinics) while ((await inClinic(id, expirePoints)) > 0);
})
