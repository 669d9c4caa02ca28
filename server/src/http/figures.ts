/** A figure that a process shows to Prometheus. No label is of a clinic, a person, a plugin, an address or an event. */
export interface Figure {
  name: string
  help: string
  /** What it is told apart by. */
  labels: readonly string[]
}

/** What is counted from the start of a process on. */
export const COUNTS = {
  strangers: {
    name: 'clinic_stranger_requests_total',
    help: 'Requests of callers who are not known: refused, and limited by their network.',
    labels: ['outcome'],
  },
  oauthReplays: {
    name: 'clinic_oauth_replays_total',
    help: 'Codes and refresh tokens that came again, each of which ended its connection: they were in other hands, too.',
    labels: ['kind'],
  },
  assistantCalls: {
    name: 'clinic_assistant_calls_total',
    help: 'Calls of tools by how they ended.',
    labels: ['tool', 'outcome'],
  },
  oauthTokens: {
    name: 'clinic_oauth_tokens_total',
    help: 'Requests of assistants for tokens, by what they gave for them; issued, or the code of the refusal.',
    labels: ['grant', 'outcome'],
  },
  jobs: { name: 'clinic_jobs_total', help: 'Runs of jobs by how they ended.', labels: ['task', 'outcome'] },
} as const satisfies Record<string, Figure>

/** What is as it is when the figure is read. */
export const LEVELS = {
  brokenDays: {
    name: 'clinic_audit_broken_days',
    help: 'Days of the audit, over all clinics, whose records are not as they were sealed.',
    labels: [],
  },
  connections: {
    name: 'db_client_connection_count',
    help: 'Connections to the database that belong to one transaction at a time.',
    labels: ['db_client_connection_pool_name', 'db_client_connection_state'],
  },
  waiting: {
    name: 'db_client_connection_pending_requests',
    help: 'Transactions that wait for a connection.',
    labels: ['db_client_connection_pool_name'],
  },
  replicaLag: {
    name: 'clinic_replica_lag_seconds',
    help: 'At most how far the replica that reports come from is behind; nothing while that is not known.',
    labels: [],
  },
  horizonLag: {
    name: 'clinic_delta_horizon_lag_seconds',
    help: 'For how long the transaction that holds back readers of deltas longest has been writing, over all clinics.',
    labels: [],
  },
  eventLoop: {
    name: 'nodejs_eventloop_delay_p99_seconds',
    help: 'Of a hundred times that something was due, one came later than this, since the figure was read last.',
    labels: [],
  },
  jobs: {
    name: 'clinic_job_oldest_seconds',
    help: 'For how long the job that has waited longest could have run.',
    labels: [],
  },
  backfillRows: {
    name: 'clinic_backfill_rows',
    help: 'Of a backfill that is not done: rows that it has looked at (looked), and as many as there are about (expected).',
    labels: ['backfill', 'state'],
  },
  backfillStill: {
    name: 'clinic_backfill_still_seconds',
    help: 'How long ago a backfill that is not done last came further.',
    labels: ['backfill'],
  },
  backups: {
    name: 'clinic_backup_age_seconds',
    help: 'How long ago the embedded database was last backed up (backup), and a backup restored beside without fault (drill).',
    labels: ['kind'],
  },
  build: { name: 'clinic_build_info', help: 'Always 1: the version that runs.', labels: ['version'] },
} as const satisfies Record<string, Figure>

/** What is measured as it happens, in seconds. */
export const DURATIONS = {
  database: {
    name: 'db_client_operation_duration_seconds',
    help: 'From a message to the database to its answer, by the verb of its statement, or BATCH where there are several.',
    labels: ['db_operation_name'],
  },
  providers: {
    name: 'clinic_provider_duration_seconds',
    help: 'Calls of payment gateways, carriers of messages and the bucket; answered, refused, failed there, or unreachable.',
    labels: ['provider', 'outcome'],
  },
  auditFlushes: {
    name: 'clinic_audit_flush_duration_seconds',
    help: 'Records of what was read, from when a batch is sent until it is durable; what failed was not shown.',
    labels: ['outcome'],
  },
} as const satisfies Record<string, Figure>

/** A value of a figure, with the values of its labels in their order. */
export type Value = readonly [labels: readonly string[], value: number]
