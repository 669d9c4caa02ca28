import { sql } from '../../db/statement.ts'
import { newestVersion } from '../../domain/plugins/plugin-version.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { SecretBox } from '../../kernel/values/secret-box.ts'
import { loginPlans } from '../logins.ts'
import type { ClinicPlan } from '../plan.ts'
import { insert, installDemoPlugins } from './installed.ts'
import { makePast } from './past.ts'
import { REQUESTS, requestRows } from './requests.ts'
import { restrictOne } from './restricted.ts'
import { warningRows } from './warnings.ts'

const installed = sql(`
  select from installation join plugin on plugin.id = installation.plugin_id
  where installation.company_id = $1 and plugin.slug = 'smile-reminders' limit 1`)
/** What lies in the past is sealed as soon as a worker is there, and not only at its next turn. */
const sealSoon = sql("select graphile_worker.add_job('seal_audit', job_key => 'seal_audit soon')")

/**
 * The publisher's plugins in a clinic: one that waits for an approval, one that was stopped and one that is not reached,
 * with a month in which they worked, what the owner was warned of and what the staff ask for, and a patient whose file is
 * restricted. Once for each clinic.
 */
export async function makePlugins(tx: Tx, plan: ClinicPlan, box: SecretBox): Promise<void> {
  const [found] = await tx.sql(installed([tx.clinic.id]))
  if (found) return
  const staff = loginPlans(plan, box)
  const owner = staff.find(({ role }) => role === 'owner')
  if (!owner) throw new Error(`${plan.key} has no owner.`)
  const now = Date.parse(tx.now)
  const plugins = await installDemoPlugins(tx, plan, owner)
  await makePast(tx, plugins, staff)
  const asked = await Promise.all(REQUESTS.map(({ slug }) => newestVersion(tx, slug)))
  await insert(tx, requestRows(now, asked, staff))
  await insert(tx, warningRows({ now, plugins, owner }))
  await restrictOne(tx, owner)
  await tx.sql(sealSoon([]))
}
