import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { PlatformTx } from '../../kernel/tx.ts'

/** Who stops a plugin in every clinic. A side takes back only what it stopped itself. */
export type StoppingSide = 'PUBLISHER' | 'REVIEWER'

export interface Stopping {
  pluginId: string
  side: StoppingSide
  /** The kind and id of who stops it. */
  by: string
  reason: string | null
}

/** Installations whose state a stop changed, and the clinics that they are of. */
export type Held = { company_id: string; id: string }

const plugins = sql<{ id: string; slug: string }>(`
  select id, slug from plugin where $1::text is null or slug = $1 order by slug`)
const stop = sql<Held>('select company_id, id from stop_plugin($1, $2, $3, $4, $5)')
const start = sql<Held>('select company_id, id from start_plugin_again($1, $2, $3)')

/** The plugin with this slug, or all there are. */
export async function pluginsNamed(tx: PlatformTx, slug: string | undefined): Promise<{ id: string; slug: string }[]> {
  const found = await tx.sql(plugins([slug ?? null]))
  return found.length === 0 && slug !== undefined ? refuse('not_found', { resource: 'plugin' }) : found
}

/**
 * Stops a plugin in every clinic, those too that install it meanwhile, from the next request on every process. What a clinic
 * stopped itself stays stopped when another side starts the plugin again.
 */
export const stopEverywhere = (tx: PlatformTx, { pluginId, side, by, reason }: Stopping): Promise<Held[]> =>
  tx.sql(stop([pluginId, side, by, reason, tx.now]))

/** Takes back what this side stopped: the plugin goes on unless another side holds it. */
export const startEverywhere = (tx: PlatformTx, { pluginId, side, by }: Omit<Stopping, 'reason'>): Promise<Held[]> =>
  tx.sql(start([pluginId, side, by]))
