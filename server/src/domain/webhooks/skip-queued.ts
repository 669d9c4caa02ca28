import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'

/** The worker skips what is more than that when it claims it. */
const BATCH_SIZE = 5000

const COLUMNS = `id, company_id, endpoint_id, event_id, event_type, event_at, origin, attempts, response_status,
  error_class, duration_ms, last_attempt_at, failures, created_at`

/** Rows that a worker has claimed are its own to finish: the caller does not wait for them. */
const skip = (which: string) =>
  sql(`
  with gone as (
    delete from webhook_delivery where company_id = $1 and id in (
      select delivery.id from webhook_delivery as delivery
      where delivery.company_id = $1 and ${which} and delivery.claimed_by is null and delivery.origin <> 'TEST'
      limit ${BATCH_SIZE} for update skip locked)
    returning ${COLUMNS}
  )
  insert into webhook_delivery_done (${COLUMNS}, status, finished_at)
  select ${COLUMNS}, 'SKIPPED', $3 from gone`)

const skipOfEndpoint = skip('delivery.endpoint_id = $2')
const skipOfInstallation = skip(`delivery.event_type <> 'installation.uninstalled' and delivery.endpoint_id in (
  select id from webhook_endpoint where company_id = $1 and installation_id = $2)`)

/** Takes what is queued for an endpoint out of the queue; it can be recovered. */
export async function skipQueued(tx: Tx, endpointId: string): Promise<void> {
  await tx.sql(skipOfEndpoint([tx.clinic.id, endpointId, tx.now]))
}

/** The same for all endpoints of an installation that may no longer receive; its event installation.uninstalled stays in the queue. */
export async function skipQueuedOfInstallation(tx: Tx, installationId: string): Promise<void> {
  await tx.sql(skipOfInstallation([tx.clinic.id, installationId, tx.now]))
}
