import { getWorkplace } from '@clinic/contract/staff/workplace.ts'
import { workplaceOf } from '../domain/clinics/workplace.ts'
import { implement } from '../kernel/implement.ts'
import { presentWorkplace } from '../present/workplace.ts'

/** The clinic that one works in. */
export const workplaceApi = [
  implement(getWorkplace, async tx => ({ data: presentWorkplace(await workplaceOf(tx), tx.clinic) })),
]
