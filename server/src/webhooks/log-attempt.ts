import type { Logger } from 'pino'
import type { Recorded, Report } from './report.ts'

/** Logs each attempt that failed; those that succeeded at level debug only. */
export function logAttempt(log: Logger, report: Report, { counted, disabled }: Recorded): void {
  const { claim, ending, mode, status, errorClass, durationMs } = report
  const isSuccess = ending === 'SUCCEEDED'
  if (isSuccess && !log.isLevelEnabled('debug')) return
  const { id, event_id, event_type, endpoint_id, company_id, attempts } = claim
  const facts = {
    deliveryId: id,
    eventId: event_id,
    eventType: event_type,
    endpointId: endpoint_id,
    clinicId: company_id,
    mode,
    attempt: attempts + 1,
    ending,
    status,
    errorClass,
    durationMs,
    counted,
  }
  if (isSuccess) log.debug(facts, 'webhook delivered')
  else log.info(facts, 'webhook attempt failed')
  if (disabled) log.warn({ endpointId: endpoint_id, clinicId: company_id }, 'webhook endpoint disabled')
}
