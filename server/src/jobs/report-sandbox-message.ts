import { takeReceipt } from '../domain/messaging/take-receipt.ts'
import { carrierIdOf, sandboxReceipt } from '../providers/messages/sandbox-carrier.ts'
import { clinicJob } from './job.ts'

/** What a carrier's callback does for others. */
export const reportSandboxMessage = clinicJob(
  sandboxReceipt,
  async ({ inClinic }, { companyId, communicationId, status }) =>
    inClinic(companyId, tx =>
      takeReceipt(tx, {
        type: 'receipt',
        carrierId: carrierIdOf(communicationId),
        reference: communicationId,
        status,
        error: status === 'failed' ? 'recipient_unreachable' : null,
        at: tx.now,
      }),
    ),
)
