import { refuseInput } from '../errors.ts'
import type { ClinicFacts } from '../tx.ts'
import { exponentOf, toMinor } from './money.ts'

/** An amount as it was given, in minor units of the clinic's currency; refused when it has more decimals than that has. */
export function minorOf({ currency }: Pick<ClinicFacts, 'currency'>, amount: number, path: string): number {
  const minor = toMinor(amount, currency)
  if (minor !== undefined) return minor
  const message = `must be an amount in ${currency} with at most ${exponentOf(currency)} decimals`
  return refuseInput({ path, code: 'decimals', message })
}
