import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { InstallationRow } from './installation-row.ts'

/** An installation with the names of the plugin and version it is of. */
export interface NamedInstallation
  extends Pick<InstallationRow, 'id' | 'status' | 'granted_scopes' | 'granted_events' | 'settings' | 'installed_at'> {
  slug: string
  version: string
}

const ofCaller = sql<NamedInstallation>(`
  select t.id, t.status, t.granted_scopes, t.granted_events, t.settings, t.installed_at, plugin.slug, release.version
  from installation t
  join plugin on plugin.id = t.plugin_id
  join plugin_version release on release.id = t.plugin_version_id
  where t.company_id = $1 and t.id = $2`)

/** The installation that calls. */
export async function ownInstallation(tx: Tx): Promise<NamedInstallation> {
  const [row] = await tx.sql(ofCaller([tx.clinic.id, tx.caller.id]))
  return row ?? refuse('not_found', { resource: 'installation' })
}
