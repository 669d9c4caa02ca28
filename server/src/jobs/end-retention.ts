import { sql } from '../db/statement.ts'
import { anonymiseNext } from '../domain/privacy/anonymise-patient.ts'
import { forgetWhatIsOver } from '../domain/privacy/forget-what-is-over.ts'
import { scheduledJob } from './job.ts'

const clinics = sql<{ id: string }>('select clinics_that_retain() as id')

/**
 * Ends what clinics need not keep any longer, every night: makes restricted files anonymous, and empties lost leads and old
 * messages. Each file and each batch commits, so a run may end anywhere.
 */
export const endRetentionNightly = scheduledJob(
  'end_retention',
  '17 1 * * *',
  async ({ onPlatform, inClinic, files }) => {
    for (const { id } of await onPlatform(tx => tx.sql(clinics([])))) {
      while (await inClinic(id, tx => anonymiseNext(tx, files)));
      while ((await inClinic(id, forgetWhatIsOver)) > 0);
    }
  },
)
