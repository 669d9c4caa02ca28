import type { PluginVersion } from '../domain/plugins/plugin-version.ts'
import { type RowCollection, type RowsByTable, rowCollection } from '../kernel/insert-many.ts'
import type { SecretBox } from '../kernel/values/secret-box.ts'
import { localDate } from '../kernel/values/zone.ts'
import type { DemoContext, DemoStep } from './context.ts'
import type { ClinicPlan } from './plan.ts'
import { companyIdOf, idsOf, SEED } from './plans.ts'
import { seededRandom } from './random.ts'
import { STEPS } from './steps.ts'

export interface Circumstances {
  /** The instant that the demo is made for, epoch milliseconds. */
  now: number
  plugins: readonly PluginVersion[]
  box: SecretBox
}

/**
 * Generates a clinic step by step; `taken` gets the rows of each, and what earlier steps made is in the collection that is
 * returned. The same circumstances give the same rows.
 */
export async function generate(
  plan: ClinicPlan,
  { now, plugins, box }: Circumstances,
  taken: (step: DemoStep, rows: RowsByTable) => Promise<void> | void = () => undefined,
): Promise<RowCollection> {
  const made = rowCollection()
  const today = localDate(now, plan.facts.timeZone)
  const common = { plan, now, today, companyId: companyIdOf(plan), id: idsOf(plan), made: made.of, plugins, box }
  for (const step of STEPS) {
    const context: DemoContext = { ...common, random: seededRandom(`${SEED} ${plan.key} ${step.name}`) }
    const given = step.rows(context)
    made.add(given)
    await taken(step, given)
  }
  return made
}
