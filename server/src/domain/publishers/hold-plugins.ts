import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import {
  type Held,
  pluginsNamed,
  type StoppingSide,
  startEverywhere,
  stopEverywhere,
} from '../plugins/stop-everywhere.ts'
import { ownPlugin } from './own-plugins.ts'

/** A plugin as reviewers see it. */
export interface PlatformPlugin {
  id: string
  slug: string
  visibility: string
  publisher_name: string | null
  published_version: string | null
  installations: number
  stopped_by_publisher: string | null
  stopped_by_reviewer: string | null
  created_at: string
}

const all = sql<PlatformPlugin>(`
  select id, slug, visibility, publisher_name, published_version, installations, stopped_by_publisher, stopped_by_reviewer,
    created_at from plugins_of_platform()`)
const record = sql('select record_holds($1, $2, $3, $4, $5, $6, $7)')

export const platformPlugins = (tx: Tx): Promise<PlatformPlugin[]> => tx.sql(all([]))

/** What is done to plugins everywhere, by whom and why. */
interface Hold {
  operation: 'stopOwnPlugin' | 'startOwnPlugin' | 'stopPluginEverywhere' | 'startPluginEverywhere'
  side: StoppingSide
  reason?: string | undefined
}

/** Stops plugins or lets them go on, with a record in every clinic where that makes a difference. */
async function holdEach(tx: Tx, ids: readonly string[], { operation, side, reason }: Hold): Promise<number> {
  const by = `${tx.caller.kind} ${tx.caller.id}`
  const held: Held[] = []
  for (const pluginId of ids)
    held.push(
      ...(operation.startsWith('stop')
        ? await stopEverywhere(tx, { pluginId, side, by, reason: reason || null })
        : await startEverywhere(tx, { pluginId, side, by })),
    )
  const [companies, installations] = [held.map(one => one.company_id), held.map(one => one.id)]
  const address = tx.caller.person?.address ?? null
  await tx.sql(record([companies, installations, by, operation, address, tx.requestId, ['heldAt']]))
  return held.length
}

/** The publisher's own plugin. */
export async function holdOwnPlugin(tx: Tx, id: string, hold: Hold): Promise<{ id: string; installations: number }> {
  await ownPlugin(tx, id)
  return { id, installations: await holdEach(tx, [id], hold) }
}

/** One plugin of all, or each of them where none is named. */
export async function holdPlugins(tx: Tx, id: string | undefined, hold: Omit<Hold, 'side'>) {
  const found = await pluginsNamed(tx, undefined)
  const ids = found.map(one => one.id).filter(each => id === undefined || each === id)
  if (id !== undefined && ids.length === 0) await ownPlugin(tx, id)
  const installations = await holdEach(tx, ids, { ...hold, side: 'REVIEWER' })
  return { id: id ?? tx.clinic.id, plugins: ids.length, installations }
}
