import { type ClaimedCommunication, claimCommunication } from '../domain/messaging/claim-communication.ts'
import { channelOf } from '../domain/messaging/communication.ts'
import { messageDispatch } from '../domain/messaging/dispatch.ts'
import type { SendOutcome } from '../domain/messaging/message-carrier.ts'
import { recordOutcome } from '../domain/messaging/record-outcome.ts'
import type { ClinicFacts } from '../kernel/tx.ts'
import { clinicJob, type JobDeps } from './job.ts'

/**
 * Hands a message to its carrier, between two transactions: one that claims it as an attempt, one that records what became
 * of it. Should this worker die in between, another attempt follows with the same reference.
 */
export const dispatchMessage = clinicJob(messageDispatch, async (run, { companyId, communicationId }) => {
  const claim = await run.inClinic(companyId, async tx => ({
    claimed: await claimCommunication(tx, communicationId),
    clinic: tx.clinic,
  }))
  const { claimed, clinic } = claim
  if (!claimed) return
  const outcome = await attempt(run, claimed, clinic)
  await run.inClinic(companyId, tx => recordOutcome(tx, claimed.communication, outcome))
})

async function attempt(
  { carriers, callbackUrl, log }: JobDeps,
  { communication, to, content, provider }: ClaimedCommunication,
  clinic: ClinicFacts,
): Promise<SendOutcome> {
  const carrier = carriers.connect(channelOf(communication.channel), provider, clinic)
  if (!carrier) return { result: 'refused', error: 'carrier_not_configured' }
  if (to === null) return { result: 'refused', error: 'recipient_unreachable' }
  const { id: reference } = communication
  const url = callbackUrl('messages', provider?.provider ?? 'sandbox', clinic.id)
  try {
    return await carrier.send({ reference, to, content, callbackUrl: url })
  } catch (error) {
    log.error({ err: error, communicationId: reference, clinicId: clinic.id }, 'a message carrier failed')
    return { result: 'retry', error: 'carrier_unavailable' }
  }
}
