import type { Returned } from '@clinic/contract/kernel.ts'
import { permissionsOf } from '@clinic/contract/staff/permissions.ts'
import type { getWorkplace } from '@clinic/contract/staff/workplace.ts'
import type { Workplace } from '../domain/clinics/workplace.ts'
import type { DayRules } from '../domain/scheduling/day-rules.ts'
import type { Presenter } from '../kernel/presenter.ts'
import { toMajor } from '../kernel/values/money.ts'
import { clockOf } from './clock.ts'

export const presentWorkplace: Presenter<Workplace & { rules: DayRules }, Returned<typeof getWorkplace>> = (
  { person, ...workplace },
  { country, timeZone, currency, sandbox },
) => ({
  name: workplace.name,
  nameAr: workplace.name_ar,
  ...{ country, timeZone, clock: clockOf(workplace), currency, sandbox },
  rules: workplace.rules,
  role: person.role,
  permissions: permissionsOf(person.role),
  practitionerId: person.practitionerId,
  allBranches: person.sight.allBranches,
  branchIds: [...person.sight.branchIds],
  branches: workplace.branches.map(({ id, name, name_ar: nameAr, rooms }) => ({ id, name, nameAr, rooms })),
  practitioners: workplace.practitioners.map(row => ({
    ...{ id: row.id, name: row.display_name, nameAr: row.display_name_ar },
    ...{ isDoctor: row.is_doctor, branchIds: row.branch_ids, slotMinutes: row.slot_minutes },
  })),
  procedures: workplace.procedures.map(({ id, name, code, price_minor }) => ({
    ...{ id, name, code, price: toMajor(price_minor, currency) },
  })),
})
