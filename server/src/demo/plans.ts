import { ID_PREFIX, type IdKind } from '../kernel/values/id-prefixes.ts'
import { derivedId } from '../kernel/values/ids.ts'
import { nakheel, nakheelSandbox } from './nakheel.ts'
import type { ClinicPlan } from './plan.ts'
import { salmiya } from './salmiya.ts'

export const SEED = 'demo 1'

/** The demo's clinics, as demo.json lists them. */
export const PLANS: readonly ClinicPlan[] = [nakheel, salmiya, nakheelSandbox]

/** In the order in which they are made: the sandbox is what a visitor needs first. */
export const MAKING: readonly ClinicPlan[] = PLANS.toSorted(
  (one, other) => Number(other.facts.sandbox) - Number(one.facts.sandbox),
)

/** Names records of a demo clinic: the same id for the same words, always. */
export const idsOf =
  (plan: ClinicPlan) =>
  (kind: IdKind, ...words: (string | number)[]): string =>
    derivedId(ID_PREFIX[kind], SEED, plan.key, ...words.map(String))

export const companyIdOf = (plan: ClinicPlan): string => idsOf(plan)('clinic')
