import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask } from '../../../../test/support/database/ask.ts'
import { testDatabase } from '../../../../test/support/database/database.ts'

/** What a reset of a sandbox clinic leaves as it is, and why. Every other table of a clinic is put back. */
const STAYS: Readonly<Record<string, readonly string[]>> = {
  'the clinic itself, and how it is set up': ['clinic', 'clinic_provider', 'clinic_record', 'retention_setting'],
  'what is installed, and what was agreed': [
    ...['installation', 'consent_receipt', 'install_request', 'install_request_asker', 'plugin_token', 'grant_version'],
    ...['webhook_endpoint', 'webhook_secret', 'webhook_concurrency_limit', 'scope_use'],
  ],
  'what was recorded, told, answered and handed out': [
    ...[
      'audit_record',
      'audit_head',
      'audit_of_patient',
      'audit_day_state',
      'audit_verification',
      'request_log',
      'patient_seen',
      'patients_of_day',
    ],
    ...['security_event', 'clinic_notice', 'outgoing_mail', 'idempotency_record', 'export_job'],
  ],
  'the sandbox’s own': ['sandbox_run', 'sandbox_seed', 'sandbox_fault'],
  'what follows from the records by itself': ['branch_hour', 'branch_hour_delta'],
  'what goes, and does not come back': [
    ...['webhook_delivery', 'webhook_delivery_done', 'webhook_recovery', 'sandbox_message'],
  ],
}

test('a reset decides on every table of a clinic: what is left as it is stands here with its reason', async () => {
  const database = await testDatabase()
  const rows = await ask<{ name: string }>(
    database.ownerUrl,
    `select relname::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and obj_description(oid, 'pg_class') like 'clinic:%' and relname not in (select name from sandbox_tables())
     order by relname`,
  )
  assert.deepEqual(
    rows.map(({ name }) => name),
    Object.values(STAYS).flat().sort(),
  )
})
