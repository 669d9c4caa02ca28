import { continueRecovery } from '../domain/webhooks/continue-recovery.ts'
import { recoveryStep } from '../domain/webhooks/start-recovery.ts'
import { enqueue } from '../kernel/job-queue.ts'
import { clinicJob } from './job.ts'

/** How long to leave an endpoint alone that has enough in its queue, or is disabled. */
const LATER_MS = 5000

/** Makes the deliveries of a recovery, step by step. Each step commits its own progress, so a run may end anywhere. */
export const recoverDeliveries = clinicJob(recoveryStep, async ({ inClinic }, { companyId, recoveryId }) => {
  const step = () => inClinic(companyId, tx => continueRecovery(tx, recoveryId))
  let progress = await step()
  while (progress === 'more') progress = await step()
  if (progress === 'done') return
  await inClinic(companyId, tx =>
    enqueue(
      tx,
      recoveryStep,
      { recoveryId },
      { key: recoveryId, at: new Date(Date.parse(tx.realNow) + LATER_MS).toISOString() },
    ),
  )
})
