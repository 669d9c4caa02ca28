import { getWorkplace } from '@clinic/contract/staff/workplace.ts'
import { workplaceOf } from '../domain/clinics/workplace.ts'
import { dayRules } from '../domain/scheduling/day-rules.ts'
import { implement } from '../kernel/implement.ts'
import { presentWorkplace } from '../present/workplace.ts'

/** The clinic that one works in. */
export const workplaceApi = [
  implement(getWorkplace, async tx => {
    const [workplace, rules] = await Promise.all([workplaceOf(tx), dayRules(tx)])
    return { data: presentWorkplace({ ...workplace, rules }, tx.clinic) }
  }),
]
