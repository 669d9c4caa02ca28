import { getDayRules, putDayRules } from '@clinic/contract/staff/day-rules.ts'
import { saidDayRules, setDayRules } from '../domain/scheduling/day-rules.ts'
import { implement } from '../kernel/implement.ts'
import type { Tx } from '../kernel/tx.ts'

async function shown(tx: Tx) {
  const { rules, ...stands } = await saidDayRules(tx)
  return { data: { ...rules, ...stands } }
}

/** By which rules the clinic runs its day. */
export const dayRulesApi = [
  implement(getDayRules, shown),
  implement(putDayRules, async (tx, rules) => {
    await setDayRules(tx, rules)
    return shown(tx)
  }),
]
