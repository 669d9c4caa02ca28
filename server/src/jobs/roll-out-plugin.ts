import { sql } from '../db/statement.ts'
import { upgradeInstallation } from '../domain/plugins/upgrade-installation.ts'
import { pluginRollOut } from '../domain/publishers/publish-version.ts'
import { clinicJob } from './job.ts'

const behind = sql<{ company_id: string; id: string }>('select company_id, id from installations_behind($1, $2)')

/**
 * Each installation is a transaction of its own, and one that cannot be brought to the version keeps none of the others
 * from it; then the job goes on with those that are left.
 */
export const rollOutPlugin = clinicJob(pluginRollOut, async ({ onPlatform, inClinic }, { pluginId, versionId }) => {
  const failed: unknown[] = []
  for (const { company_id, id } of await onPlatform(tx => tx.sql(behind([pluginId, versionId]))))
    await inClinic(company_id, tx => upgradeInstallation(tx, { id })).catch(error => failed.push(error))
  if (failed.length > 0) throw failed[0]
})
