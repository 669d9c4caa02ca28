import {
  ATTENTION_CAUSES,
  type HealthCause,
  type HealthState,
  STOP_CAUSES,
} from '@clinic/contract/staff/plugin-health.ts'
import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'

/** What tells how an installation is doing. */
export interface Signs {
  id: string
  status: string
  held: boolean
  all_stopped: boolean
  update_waits: boolean
  disabled_endpoint_id: string | null
  requests_of_hour: number
  failed_of_hour: number
  oldest_queued_at: string | null
  token_ends_at: string | null
  installed_at: string
  last_used_at: string | null
  patients_today: number
  patients_per_day: number
  patients_allowed_today: number
}

/** How an installation is doing, and why. */
export interface PluginHealth extends Signs {
  state: HealthState
  causes: HealthCause[]
}

const AT_MOST = 10_000
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/**
 * A key that something has replaced says nothing; nor does a record that is gone or a place that is taken, which a sound
 * plugin meets as well. Beyond a number of requests the latest say enough.
 */
const signs = sql<Signs>(`
  select one.id, one.status, one.held_at is not null as held, clinic.plugins_stopped_at is not null as all_stopped,
    one.pending_version_id is not null as update_waits, one.installed_at,
    (select id from webhook_endpoint
      where company_id = $1 and installation_id = one.id and not active order by updated_at desc limit 1)
      as disabled_endpoint_id,
    hour.requests as requests_of_hour, hour.failed as failed_of_hour,
    (select min(oldest.created_at) from webhook_endpoint as endpoint
      cross join lateral (select created_at from webhook_delivery
        where company_id = $1 and endpoint_id = endpoint.id order by created_at, id limit 1) as oldest
      where endpoint.company_id = $1 and endpoint.installation_id = one.id and endpoint.active) as oldest_queued_at,
    (select min(expires_at) from plugin_token
      where company_id = $1 and installation_id = one.id and revoked_at is null and expires_at > $3
        and warned_days is distinct from 0) as token_ends_at,
    (select max(last_used_at) from plugin_token where company_id = $1 and installation_id = one.id) as last_used_at,
    coalesce(today.patients, 0) as patients_today,
    coalesce(one.patients_per_day, $4::int) as patients_per_day,
    greatest(coalesce(one.patients_per_day, $4::int),
      case when one.installed_at > $3::timestamptz - interval '7 days' then today.first_copy end) as patients_allowed_today
  from installation as one
  join clinic on clinic.company_id = one.company_id
  left join patients_of_day as today on today.company_id = one.company_id and today.installation_id = one.id
    and today.day = ($3::timestamptz at time zone clinic.time_zone)::date
  cross join lateral (
    select count(*)::int as requests, (count(*) filter (where status >= 400 and status not in (404, 409)))::int as failed
    from (select status from request_log
      where company_id = $1 and installation_id = one.id and at > $3::timestamptz - interval '1 hour'
      order by at desc, id desc limit ${AT_MOST}) as latest) as hour
  where one.company_id = $1 and one.id = any($2)`)

const MATTERS: Readonly<Record<HealthCause, (signs: Signs, now: number) => boolean>> = {
  all_stopped: one => one.all_stopped,
  suspended: ({ status }) => status === 'SUSPENDED',
  held: one => one.held,
  endpoint_disabled: one => one.disabled_endpoint_id !== null,
  requests_failed: one => one.requests_of_hour >= 20 && one.failed_of_hour > 0.2 * one.requests_of_hour,
  delivery_late: (one, now) => isBefore(one.oldest_queued_at, now - 10 * MINUTE_MS),
  patient_limit: one => one.patients_today > 0.8 * one.patients_allowed_today,
  token_ends: (one, now) => isBefore(one.token_ends_at, now + 14 * DAY_MS),
  update_waits: one => one.update_waits,
  unused: (one, now) => isBefore(one.last_used_at ?? one.installed_at, now - 30 * DAY_MS),
}

const isBefore = (at: string | null, instant: number): boolean => at !== null && Date.parse(at) < instant

/** What follows from the signs: what stops a plugin, else what a person is to look at, else nothing. */
export function healthOf(one: Signs, now: string): PluginHealth {
  const at = Date.parse(now)
  const found = (causes: readonly HealthCause[]) => causes.filter(cause => MATTERS[cause](one, at))
  const stopped = found(STOP_CAUSES)
  if (stopped.length > 0) return { ...one, state: 'STOPPED', causes: stopped }
  const causes = found(ATTENTION_CAUSES)
  return { ...one, state: causes.length > 0 ? 'ATTENTION' : 'WORKING', causes }
}

/** How installations of the clinic are doing; `usual` is of how many patients a day one is shown records unless said. */
export async function pluginsHealth(tx: Tx, ids: readonly string[], usual: number): Promise<PluginHealth[]> {
  const found = await tx.sql(signs([tx.clinic.id, ids, tx.now, usual]))
  return found.map(one => healthOf(one, tx.now))
}

/** How one installation of the clinic is doing, or 404. */
export async function pluginHealth(tx: Tx, id: string, usual: number): Promise<PluginHealth> {
  const [found] = await pluginsHealth(tx, [id], usual)
  return found ?? refuse('not_found', { resource: 'installation' })
}
