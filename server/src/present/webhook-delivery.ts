import type { Static } from '@clinic/contract/kernel.ts'
import type { WebhookDelivery } from '@clinic/contract/webhook-endpoints.ts'
import type { DeliveryRow } from '../domain/webhooks/delivery.ts'

export const presentWebhookDelivery = (row: DeliveryRow): Static<typeof WebhookDelivery> => ({
  object: 'webhook_delivery',
  id: row.id,
  eventId: row.event_id,
  eventType: row.event_type,
  status: row.status,
  attempts: row.attempts,
  responseStatus: row.response_status,
  errorMessage: row.error_class,
  lastAttemptAt: row.last_attempt_at,
  nextRetryAt: row.next_retry_at,
  durationMs: row.duration_ms,
  createdAt: row.created_at,
})
