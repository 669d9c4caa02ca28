import {
  ATTENTION_CAUSES,
  type HealthCause,
  type HealthState,
  MOST_OF_HOUR,
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

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const signs = sql<Signs>(`
  select signs.* from unnest($2::text[]) as wanted (id) cross join lateral plugin_signs($1, wanted.id, $3, $4, ${MOST_OF_HOUR}) as signs`)

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
