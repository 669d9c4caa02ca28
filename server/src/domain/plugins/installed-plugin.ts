import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { InstallationRow } from './installation-row.ts'
import { isManifest, type PluginVersion } from './plugin-version.ts'

/** An installation with the version that is in force, and the number of the one that waits for approval. */
export interface InstalledPlugin extends InstallationRow {
  release: PluginVersion
  pending_version: string | null
  category: string | null
  icon_name: string | null
}

interface Row extends InstallationRow {
  slug: string
  version: string
  manifest: unknown
  manifest_hash: string
  pending_version: string | null
  category: string | null
  icon_name: string | null
}

const OF_CLINIC = `
  select t.*, plugin.slug, plugin.category, plugin.icon_name, release.version, release.manifest, release.manifest_hash, pending.version as pending_version
  from installation t
  join plugin on plugin.id = t.plugin_id
  join plugin_version release on release.id = t.plugin_version_id
  left join plugin_version pending on pending.id = t.pending_version_id
  where t.company_id = $1`
const all = sql<Row>(`
  ${OF_CLINIC} and (t.status = 'UNINSTALLED') = $2 order by t.created_at desc, t.id desc`)
const withId = sql<Row>(`${OF_CLINIC} and t.id = $2`)

function installedPlugin({
  slug,
  version,
  manifest,
  manifest_hash: manifestHash,
  ...installation
}: Row): InstalledPlugin {
  const { plugin_version_id: id, plugin_id: pluginId } = installation
  if (!isManifest(manifest)) throw new Error(`Plugin version ${id} holds no manifest of version 1.`)
  return { ...installation, release: { id, pluginId, slug, version, manifest, manifestHash } }
}

/** The clinic's plugins, newest first: those that stand, or those that were removed. */
export const installedPlugins = async (tx: Tx, { removed }: { removed: boolean }): Promise<InstalledPlugin[]> =>
  (await tx.sql(all([tx.clinic.id, removed]))).map(installedPlugin)

/** The clinic's plugin with this id, or 404. */
export async function findInstalledPlugin(tx: Tx, id: string): Promise<InstalledPlugin> {
  const [row] = await tx.sql(withId([tx.clinic.id, id]))
  return row ? installedPlugin(row) : refuse('not_found', { resource: 'installation' })
}
