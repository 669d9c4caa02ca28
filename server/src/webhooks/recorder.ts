import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { SharedConnections } from '../db/driver.ts'
import { oneWayQueue } from '../db/pipelining/batching-queue.ts'
import type { SecretBox } from '../kernel/values/secret-box.ts'
import type { Report } from './claim.ts'
import { headBudget } from './head-budget.ts'
import { keepHeads } from './keep-heads.ts'
import { type Recorded, recordedOf, recordReports } from './record-reports.ts'

const RETRY_PAUSE_MS = 250
const MAX_BATCH = 1000
/** Under load the next batch waits so long: a batch costs as much as fifty outcomes, besides its commit. */
const BATCH_PAUSE_MS = 20

const LOST: Recorded = { counted: false, disabled: false }

export interface RecorderOptions {
  connections: SharedConnections
  box: SecretBox
  maxConsecutiveFailures: number
  log: Logger
  givenUp: AbortSignal
  recorded(report: Report): void
}

/**
 * Makes reports durable, then logs each and calls `recorded` for it. Reports that arrive while others are being
 * written share the next commit. While the database is away it tries again, until `givenUp`: repeating a report whose
 * answer was lost changes nothing.
 */
export function recorder(options: RecorderOptions): (report: Report) => void {
  const { connections, box, maxConsecutiveFailures, log, givenUp, recorded } = options
  const budget = headBudget()

  /** For people who look for what went wrong: nothing depends on it, so it is not tried again. */
  async function keepAnswers(reports: readonly Report[]): Promise<void> {
    const statement = keepHeads(reports, box, budget)
    if (!statement || givenUp.aborted) return
    await connections.run(statement).catch(error => {
      log.warn({ err: error, reports: reports.length }, 'webhook answers could not be kept')
    })
  }

  async function write(reports: readonly Report[]): Promise<readonly Recorded[]> {
    const statement = recordReports(reports, maxConsecutiveFailures)
    while (!givenUp.aborted) {
      try {
        const [answer] = await connections.run(statement)
        return answer ? recordedOf(reports, answer) : reports.map(() => LOST)
      } catch (error) {
        log.error({ err: error, reports: reports.length }, 'webhook outcomes could not be recorded yet')
        await delay(RETRY_PAUSE_MS)
      }
    }
    return reports.map(() => LOST)
  }

  async function writeAll(reports: readonly Report[]): Promise<void> {
    const became = await write(reports)
    await keepAnswers(reports)
    for (const [n, report] of reports.entries()) {
      recorded(report)
      logAttempt(log, report, became[n] ?? LOST)
    }
  }

  return oneWayQueue(writeAll, MAX_BATCH, BATCH_PAUSE_MS)
}

/** Logs each attempt that failed; those that succeeded at level debug only. */
function logAttempt(log: Logger, { claim, ending, mode, outcome }: Report, { counted, disabled }: Recorded): void {
  const isSuccess = ending === 'SUCCEEDED'
  if (!outcome || (isSuccess && !log.isLevelEnabled('debug'))) return
  const facts = {
    deliveryId: claim.id,
    eventId: claim.event_id,
    eventType: claim.event_type,
    endpointId: claim.endpoint_id,
    clinicId: claim.company_id,
    mode,
    attempt: claim.attempts + 1,
    ending,
    status: outcome.status,
    errorClass: outcome.errorClass,
    durationMs: outcome.durationMs,
    counted,
  }
  if (isSuccess) log.debug(facts, 'webhook delivered')
  else log.info(facts, 'webhook attempt failed')
  if (disabled) log.warn({ endpointId: facts.endpointId, clinicId: facts.clinicId }, 'webhook endpoint disabled')
}
