import type { Static } from '@clinic/contract/kernel.ts'
import {
  type AttemptWithRequest,
  DeliveryAttempt,
  type EventWithDeliveries,
  PluginDelivery,
  Recovery,
} from '@clinic/contract/staff/deliveries.ts'
import { DELIVERY_ORIGINS } from '@clinic/contract/webhook-endpoints.ts'
import { type Attempt, attemptsOf } from '../domain/webhooks/attempts.ts'
import type { ClinicDelivery } from '../domain/webhooks/clinic-deliveries.ts'
import type { EndpointOfEvent } from '../domain/webhooks/clinic-events.ts'
import type { StoredEvent } from '../domain/webhooks/envelope.ts'
import type { AttemptWithRequest as Rebuilt } from '../domain/webhooks/rebuilt-request.ts'
import type { RecoveryRow } from '../domain/webhooks/start-recovery.ts'
import { presenter } from '../kernel/presenter.ts'
import type { ClinicFacts } from '../kernel/tx.ts'
import { wordOf } from '../kernel/values/word-of.ts'
import { presentEvent } from './webhooks.ts'

const originOf = wordOf(DELIVERY_ORIGINS)

/** How the clinic sees a delivery. */
export const presentDelivery = presenter<ClinicDelivery, typeof PluginDelivery>(PluginDelivery, {
  origin: row => originOf(row.origin),
  errorMessage: 'error_class',
})

export const presentAttempt = presenter<Attempt, typeof DeliveryAttempt>(DeliveryAttempt, {
  errorMessage: 'error_class',
})

export const presentAttemptWithRequest = (
  { delivery, attempt, event, headers, answer }: Rebuilt,
  clinic: ClinicFacts,
): Static<typeof AttemptWithRequest> => ({
  id: delivery.id,
  ...presentAttempt(attempt, clinic),
  event: presentEvent(event),
  headers,
  response: answer.response,
  connectMs: answer.connect_ms,
  tlsMs: answer.tls_ms,
  firstByteMs: answer.first_byte_ms,
})

export const presentEventWithDeliveries = (
  event: StoredEvent,
  endpoints: readonly EndpointOfEvent[],
  clinic: ClinicFacts,
): Static<typeof EventWithDeliveries> => ({
  id: event.id,
  event: presentEvent(event),
  endpoints: endpoints.map(({ endpoint, deliveries }) => ({
    installationId: endpoint.installation_id,
    endpointId: endpoint.id,
    url: endpoint.url,
    active: endpoint.active,
    deliveries: deliveries.map(delivery => ({
      ...presentDelivery({ ...delivery, installation_id: endpoint.installation_id }, clinic),
      attemptList: attemptsOf(delivery).map(attempt => presentAttempt(attempt, clinic)),
    })),
  })),
})

/** By the instants: events are looked through in their order. */
function progressOf({ status, since, until, position_at }: RecoveryRow): number {
  const [from, to, at] = [since, until, position_at].map(Date.parse)
  if (status === 'COMPLETED' || from === undefined || to === undefined || at === undefined || to <= from) return 1
  return Math.min(1, Math.max(0, (at - from) / (to - from)))
}

export const presentRecovery = presenter<RecoveryRow, typeof Recovery>(Recovery, {
  webhookEndpointId: 'endpoint_id',
  progress: progressOf,
})
