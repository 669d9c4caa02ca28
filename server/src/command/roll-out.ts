import { db } from '../db/builder.ts'
import { newestVersion } from '../domain/plugins/plugin-version.ts'
import { upgradeInstallation } from '../domain/plugins/upgrade-installation.ts'
import { clinicById, type Operator } from './operator.ts'

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
    return tx.rows(
      db
        .selectFrom('installation')
        .select(['company_id', 'id'])
        .where('plugin_id', '=', newest.pluginId)
        .where('plugin_version_id', '<>', newest.id)
        .where('status', '<>', 'UNINSTALLED')
        .orderBy('id'),
    )
  })
  const done: RolledOut = { takenOver: 0, awaitingApproval: 0 }
  for (const { company_id, id } of behind) {
    const { pending_version_id } = await inClinic(clinicById(company_id), tx => upgradeInstallation(tx, { id }))
    done[pending_version_id === null ? 'takenOver' : 'awaitingApproval']++
  }
  return done
}
