import { endReset, resetClinic } from '../domain/sandbox/clock/reset.ts'
import { sandboxReset } from '../domain/sandbox/clock/sandbox-jobs.ts'
import { clinicJob } from './job.ts'

/** Puts a sandbox clinic back to its beginning, in one transaction. */
export const resetSandbox = clinicJob(sandboxReset, async ({ inClinic, isLast }, { companyId, runId }) => {
  try {
    await inClinic(companyId, tx => resetClinic(tx, runId))
  } catch (error) {
    if (isLast) await inClinic(companyId, tx => endReset(tx, runId, 'FAILED'))
    throw error
  }
})
