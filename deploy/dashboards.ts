/** A curve or a number of a dashboard: what Prometheus is asked, and how each series of the answer is called. */
interface Panel {
  title: string
  ask: string
  series?: string
  /** Of Grafana's units. */
  unit: 'reqps' | 's' | 'short' | 'percentunit' | 'bytes'
}

const REQUESTS = 'http_server_request_duration_seconds'
const quantile = (of: number, by: string) => `histogram_quantile(${of}, sum(rate(${by}_bucket[5m])) by (le, role))`

/** What an operator looks at, by dashboard. */
export const DASHBOARDS: Readonly<Record<string, readonly Panel[]>> = {
  API: [
    { title: 'Requests', ask: `sum(rate(${REQUESTS}_count[5m])) by (role)`, series: '{{role}}', unit: 'reqps' },
    {
      title: 'Failures of ours',
      ask: `sum(rate(${REQUESTS}_count{http_response_status_code=~"5.."}[5m])) by (role) / sum(rate(${REQUESTS}_count[5m])) by (role)`,
      series: '{{role}}',
      unit: 'percentunit',
    },
    { title: 'p50', ask: quantile(0.5, REQUESTS), series: '{{role}}', unit: 's' },
    { title: 'p99', ask: quantile(0.99, REQUESTS), series: '{{role}}', unit: 's' },
    {
      title: 'Slowest routes, p99',
      ask: `topk(10, histogram_quantile(0.99, sum(rate(${REQUESTS}_bucket[5m])) by (le, http_route)))`,
      series: '{{http_route}}',
      unit: 's',
    },
    { title: 'Under way', ask: 'sum(http_server_active_requests) by (role)', series: '{{role}}', unit: 'short' },
    {
      title: 'Keys',
      ask: 'sum(rate(clinic_idempotency_total[5m])) by (outcome)',
      series: '{{outcome}}',
      unit: 'reqps',
    },
    {
      title: 'Too often',
      ask: 'sum(rate(clinic_rate_limited_total[5m])) by (class)',
      series: '{{class}}',
      unit: 'reqps',
    },
  ],
  Webhooks: [
    {
      title: 'Deliveries',
      ask: 'sum(rate(clinic_webhook_deliveries_total[5m])) by (outcome)',
      series: '{{outcome}}',
      unit: 'reqps',
    },
    {
      title: 'From the change to the receiver, p99',
      ask: 'histogram_quantile(0.99, sum(rate(clinic_webhook_commit_to_receipt_seconds_bucket[5m])) by (le))',
      unit: 's',
    },
    { title: 'Queue', ask: 'max(clinic_webhook_backlog) by (state)', series: '{{state}}', unit: 'short' },
    {
      title: 'The oldest',
      ask: 'max(clinic_webhook_backlog_oldest_seconds) by (priority)',
      series: '{{priority}}',
      unit: 's',
    },
    { title: 'Endpoints', ask: 'max(clinic_webhook_endpoints) by (state)', series: '{{state}}', unit: 'short' },
    { title: 'In flight', ask: 'sum(clinic_webhook_in_flight)', unit: 'short' },
  ],
  'Database and processes': [
    {
      title: 'Connections in use',
      ask: 'sum(db_client_connection_count{db_client_connection_state="used"}) by (db_client_connection_pool_name)',
      series: '{{db_client_connection_pool_name}}',
      unit: 'short',
    },
    {
      title: 'Transactions that wait',
      ask: 'sum(db_client_connection_pending_requests) by (db_client_connection_pool_name)',
      series: '{{db_client_connection_pool_name}}',
      unit: 'short',
    },
    {
      title: 'Answers of the database, p99',
      ask: 'histogram_quantile(0.99, sum(rate(db_client_operation_duration_seconds_bucket[5m])) by (le, db_operation_name))',
      series: '{{db_operation_name}}',
      unit: 's',
    },
    { title: 'Readers of deltas held back by', ask: 'max(clinic_delta_horizon_lag_seconds)', unit: 's' },
    { title: 'Replica behind by', ask: 'max(clinic_replica_lag_seconds) by (role)', series: '{{role}}', unit: 's' },
    {
      title: 'Event loop, p99',
      ask: 'max(nodejs_eventloop_delay_p99_seconds) by (role)',
      series: '{{role}}',
      unit: 's',
    },
    {
      title: 'Processors',
      ask: 'sum(rate(process_cpu_seconds_total[5m])) by (role)',
      series: '{{role}}',
      unit: 'short',
    },
    { title: 'Memory', ask: 'max(process_resident_memory_bytes) by (role)', series: '{{role}}', unit: 'bytes' },
    {
      title: 'Jobs',
      ask: 'sum(rate(clinic_jobs_total[5m])) by (task, outcome)',
      series: '{{task}} {{outcome}}',
      unit: 'reqps',
    },
    { title: 'The job that waits longest', ask: 'max(clinic_job_oldest_seconds)', unit: 's' },
    {
      title: 'Backfills',
      ask: 'max(clinic_backfill_rows) by (backfill, state)',
      series: '{{backfill}} {{state}}',
      unit: 'short',
    },
    { title: 'Versions', ask: 'count(clinic_build_info) by (version)', series: '{{version}}', unit: 'short' },
  ],
  Providers: [
    {
      title: 'Calls',
      ask: 'sum(rate(clinic_provider_duration_seconds_count[5m])) by (provider, outcome)',
      series: '{{provider}} {{outcome}}',
      unit: 'reqps',
    },
    {
      title: 'Failures of theirs',
      ask: 'sum(rate(clinic_provider_duration_seconds_count{outcome=~"failed|unreachable"}[15m])) by (provider) / sum(rate(clinic_provider_duration_seconds_count[15m])) by (provider)',
      series: '{{provider}}',
      unit: 'percentunit',
    },
    {
      title: 'p50',
      ask: 'histogram_quantile(0.5, sum(rate(clinic_provider_duration_seconds_bucket[15m])) by (le, provider))',
      series: '{{provider}}',
      unit: 's',
    },
    {
      title: 'p99',
      ask: 'histogram_quantile(0.99, sum(rate(clinic_provider_duration_seconds_bucket[15m])) by (le, provider))',
      series: '{{provider}}',
      unit: 's',
    },
  ],
  Trust: [
    {
      title: 'Refused',
      ask: 'sum(rate(clinic_auth_failures_total[5m])) by (code)',
      series: '{{code}}',
      unit: 'reqps',
    },
    {
      title: 'Strangers',
      ask: 'sum(rate(clinic_stranger_requests_total[5m])) by (outcome)',
      series: '{{outcome}}',
      unit: 'reqps',
    },
    {
      title: 'Secrets that came again',
      ask: 'sum(increase(clinic_oauth_replays_total[1d])) by (kind)',
      series: '{{kind}}',
      unit: 'short',
    },
    {
      title: 'Tokens of assistants',
      ask: 'sum(rate(clinic_oauth_tokens_total[5m])) by (grant, outcome)',
      series: '{{grant}} {{outcome}}',
      unit: 'reqps',
    },
    {
      title: 'Records of what was read, p99',
      ask: 'histogram_quantile(0.99, sum(rate(clinic_audit_flush_duration_seconds_bucket[5m])) by (le, role))',
      series: '{{role}}',
      unit: 's',
    },
    {
      title: 'Records that could not be kept',
      ask: 'sum(rate(clinic_audit_flush_duration_seconds_count{outcome="failed"}[5m])) by (role)',
      series: '{{role}}',
      unit: 'reqps',
    },
    {
      title: 'Tools of assistants',
      ask: 'sum(rate(clinic_assistant_calls_total[5m])) by (outcome)',
      series: '{{outcome}}',
      unit: 'reqps',
    },
    { title: 'Days of the audit that are broken', ask: 'max(clinic_audit_broken_days)', unit: 'short' },
  ],
}

const [WIDE, HIGH] = [12, 8]

/** A dashboard as Grafana reads it. */
export const dashboardOf = (title: string, panels: readonly Panel[]) => ({
  title: `Clinic: ${title}`,
  uid: `clinic-${title.toLowerCase().replaceAll(' ', '-')}`,
  schemaVersion: 41,
  timezone: 'browser',
  refresh: '30s',
  time: { from: 'now-6h', to: 'now' },
  panels: panels.map(({ title: name, ask, series = '', unit }, index) => ({
    id: index + 1,
    title: name,
    type: 'timeseries',
    datasource: { type: 'prometheus', uid: 'prometheus' },
    gridPos: { x: (index % 2) * WIDE, y: Math.floor(index / 2) * HIGH, w: WIDE, h: HIGH },
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    targets: [{ refId: 'A', expr: ask, legendFormat: series }],
  })),
})
