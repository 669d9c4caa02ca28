import { sql } from '../db/statement.ts'
import { findSuspects } from '../domain/patients/suspects.ts'
import { scheduledJob } from './job.ts'

const clinics = sql<{ id: string }>('select clinics_that_retain() as id')

/**
 * Looks for files of one person among those that were changed since the last time. Each batch commits, and a clinic in which
 * nothing changed costs one look into an index.
 */
export const findSuspectsRegularly = scheduledJob('find_suspects', '*/10 * * * *', async ({ onPlatform, inClinic }) => {
  for (const { id } of await onPlatform(tx => tx.sql(clinics([])))) while ((await inClinic(id, findSuspects)) > 0);
})
