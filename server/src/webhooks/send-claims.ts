import type { Logger } from 'pino'
import type { SharedConnections } from '../db/driver.ts'
import type { Egress } from '../egress/agent.ts'
import type { SecretBox } from '../kernel/values/secret-box.ts'
import { reportOf, send, unsentReport } from './attempt.ts'
import type { Claim, Report } from './claim.ts'
import type { Lease } from './lease.ts'
import { type Job, keyOpener, loadJobs } from './load.ts'
import type { Meter } from './meter.ts'
import type { DeliveryRules } from './schedule.ts'
import { createSendWindow } from './send-window.ts'

export interface SenderOptions {
  connections: SharedConnections
  lease: Lease
  box: SecretBox
  egress: Egress
  rules: DeliveryRules
  /** The most that an attempt may take. */
  attemptMs: number
  meter: Meter | undefined
  /** Is told of every attempt, when it has ended. */
  attempted: ((report: Report) => void) | undefined
  log: Logger
  /** Called once for each claim. */
  finish(report: Report): void
}

/** Makes the attempt of each claim: loads what it needs, signs it, sends it, and says how it ended. Never rejects. */
export function claimSender(options: SenderOptions): (leaseId: string, claims: readonly Claim[]) => Promise<void> {
  const { connections, lease, box, egress, rules, attemptMs, meter, attempted, log, finish } = options
  const openKey = keyOpener(box)
  const sendWindow = createSendWindow()

  async function deliver(job: Job, claimedAt: number, ended: () => void): Promise<void> {
    // A worker that slept past its lease must not send: by now another may have claimed these deliveries.
    const { duplicated } = job.faults
    if (duplicated !== null && Math.random() < duplicated && lease.covers(job.leaseId))
      await send(egress, job, attemptMs / 2)
    const outcome = await (lease.covers(job.leaseId) ? send(egress, job, attemptMs) : undefined)
    ended()
    if (!outcome) return finish(unsentReport(job.claim, 'RELEASED'))
    const report = reportOf(job, outcome, rules)
    meter?.ended(report, job.claim.lag + (performance.now() - claimedAt) / 1000)
    attempted?.(report)
    finish(report)
  }

  return async (leaseId, claims) => {
    const claimedAt = performance.now()
    const loaded = await loadJobs(connections, openKey, leaseId, claims).catch(error => {
      log.error({ err: error }, 'webhook deliveries could not be loaded')
      return undefined
    })
    if (!loaded) for (const claim of claims) finish(unsentReport(claim, 'RELEASED'))
    for (const claim of loaded?.skipped ?? []) finish(unsentReport(claim, 'SKIPPED'))
    for (const job of loaded?.jobs ?? []) sendWindow.enter(ended => void deliver(job, claimedAt, ended))
  }
}
