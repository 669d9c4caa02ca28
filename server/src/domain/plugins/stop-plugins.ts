import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { lockClinic } from '../../kernel/change-clinic.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { type MissedEvents, missedEvents } from '../webhooks/missed-events.ts'

export type PluginsState = Pick<TableRow<'clinic'>, 'plugins_stopped_at' | 'plugins_stopped_by' | 'plugins_stop_reason'>

const STATE = 'plugins_stopped_at, plugins_stopped_by, plugins_stop_reason'
const read = sql<PluginsState>(`select ${STATE} from clinic where company_id = $1`)
const standing = sql<{ id: string }>(`select id from installation where company_id = $1 and status <> 'UNINSTALLED'`)

const stopped = (at: string | null, by: string | null, reason: string | null): PluginsState => ({
  plugins_stopped_at: at,
  plugins_stopped_by: by,
  plugins_stop_reason: reason,
})

const only = ([row]: PluginsState[]): PluginsState => row ?? refuse('not_found', { resource: 'clinic' })

/** Whether the clinic has stopped all its plugins, since when, by whom and why. */
export const pluginsState = async (tx: Tx): Promise<PluginsState> => only(await tx.sql(read([tx.clinic.id])))

/**
 * Stops all plugins of the clinic, those too that it installs meanwhile: from the next request on every process refuses
 * them, and nothing more is sent to them. The person who stopped them first stays named.
 */
export async function stopPlugins(tx: Tx, { reason }: { reason?: string }): Promise<PluginsState> {
  const before = await lockClinic(tx)
  if (before.plugins_stopped_at !== null) return before
  const by = tx.caller.kind === 'staff' ? tx.caller.id : null
  return changeRecord(tx, 'clinic', before, stopped(tx.now, by, reason || null))
}

/** Lets them go on, save those that were stopped otherwise, and says what they missed. */
export async function startPlugins(tx: Tx): Promise<PluginsState & { missed: MissedEvents }> {
  const before = await lockClinic(tx)
  const { plugins_stopped_at: since } = before
  if (since === null) return refuse('invalid_state_transition', { from: 'RUNNING', to: 'RUNNING' })
  const state = await changeRecord(tx, 'clinic', before, stopped(null, null, null))
  const ids = (await tx.sql(standing([tx.clinic.id]))).map(({ id }) => id)
  return { ...state, missed: await missedEvents(tx, ids, since) }
}
