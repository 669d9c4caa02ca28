import assert from 'node:assert/strict'
import { test } from 'node:test'
import { figures } from '../../docs/src/print/operating.ts'

/** What the dashboards and alerts of others go by: a name or a label that changes breaks them without a word. */
const PROMISED: Readonly<Record<string, readonly string[]>> = {
  http_server_request_duration_seconds: ['http_request_method', 'http_route', 'http_response_status_code'],
  http_server_active_requests: [],
  db_client_operation_duration_seconds: ['db_operation_name'],
  db_client_connection_count: ['db_client_connection_pool_name', 'db_client_connection_state'],
  db_client_connection_pending_requests: ['db_client_connection_pool_name'],
  nodejs_eventloop_delay_p99_seconds: [],
  clinic_webhook_deliveries_total: ['outcome', 'error_class', 'mode'],
  clinic_webhook_delivery_duration_seconds: ['outcome'],
  clinic_webhook_commit_to_receipt_seconds: [],
  clinic_webhook_backlog: ['state'],
  clinic_webhook_backlog_oldest_seconds: ['priority'],
  clinic_webhook_endpoints: ['state'],
  clinic_delta_horizon_lag_seconds: [],
  clinic_audit_flush_duration_seconds: ['outcome'],
  clinic_audit_broken_days: [],
  clinic_idempotency_total: ['outcome'],
  clinic_rate_limited_total: ['class'],
  clinic_auth_failures_total: ['code'],
  clinic_oauth_tokens_total: ['grant', 'outcome'],
  clinic_oauth_replays_total: ['kind'],
  clinic_assistant_calls_total: ['tool', 'outcome'],
  clinic_jobs_total: ['task', 'outcome'],
  clinic_job_oldest_seconds: [],
  clinic_provider_duration_seconds: ['provider', 'outcome'],
  clinic_build_info: ['version'],
}

test('figures keep the names and labels that they were promised under', () => {
  const shown = new Map(figures().map(figure => [figure.name, Reflect.get(figure, 'labelNames')]))
  for (const [name, labels] of Object.entries(PROMISED)) assert.deepEqual(shown.get(name), labels, name)
})
