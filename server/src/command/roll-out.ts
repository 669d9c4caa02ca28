import { sql } from '../db/statement.ts'
import { newestVersion } from '../domain/plugins/plugin-version.ts'
import { upgradeInstallation } from '../domain/plugins/upgrade-installation.ts'
import { clinicById, type Operator } from './operator.ts'

const installationsBehind = sql<{ company_id: string; id: string }>(`
  select company_id, id from installation
  where plugin_id = $1 and plugin_version_id <> $2 and status <> 'UNINSTALLED'
  order by id`)

export interface RolledOut {
  takenOver: number
  awaitingApproval: number
}

/**
 * Brings every installation of a plugin to its newest version, or has it wait for approval. Each is a transaction of its
 * own; running it again goes on where it ended.
 */
export async function rollOut({ platform, inClinic }: Pick<Operator, 'platform' | 'inClinic'>, slug: string) {
  const behind = await platform(async tx => {
    const newest = await newestVersion(tx, slug)
    return tx.sql(installationsBehind([newest.pluginId, newest.id]))
  })
  const done: RolledOut = { takenOver: 0, awaitingApproval: 0 }
  for (const { company_id, id } of behind) {
    const { pending_version_id } = await inClinic(clinicById(company_id), tx => upgradeInstallation(tx, { id }))
    done[pending_version_id === null ? 'takenOver' : 'awaitingApproval']++
  }
  return done
}
