import type { Static } from '@clinic/contract/kernel.ts'
import type { WebhookRecovery } from '@clinic/contract/webhook-endpoints.ts'
import type { RecoveryRow } from '../domain/webhooks/start-recovery.ts'
import { wordOf } from '../kernel/values/word-of.ts'

const recoveryStatusOf = wordOf(['QUEUED', 'RUNNING', 'COMPLETED'])

export const presentWebhookRecovery = (row: RecoveryRow): Static<typeof WebhookRecovery> => ({
  object: 'webhook_recovery',
  id: row.id,
  webhookEndpointId: row.endpoint_id,
  since: row.since,
  until: row.until,
  eventTypes: row.event_types,
  status: recoveryStatusOf(row.status),
  deliveries: row.deliveries,
  createdAt: row.created_at,
})
