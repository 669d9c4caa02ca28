import type { Returned } from '@clinic/contract/kernel.ts'
import { permissionsOf } from '@clinic/contract/staff/permissions.ts'
import { type getWorkplace, WorkplaceProcedure } from '@clinic/contract/staff/workplace.ts'
import type { ActiveProcedure, Workplace } from '../domain/clinics/workplace.ts'
import type { DayRules } from '../domain/scheduling/day-rules.ts'
import { amounts, type Presenter, presenter } from '../kernel/presenter.ts'
import { clockOf } from './clock.ts'

const presentProcedure = presenter<ActiveProcedure, typeof WorkplaceProcedure>(WorkplaceProcedure, amounts('price'))

export const presentWorkplace: Presenter<
  Workplace & { rules: DayRules; video: boolean },
  Returned<typeof getWorkplace>
> = ({ person, ...workplace }, clinic) => ({
  name: workplace.name,
  nameAr: workplace.name_ar,
  ...{ country: clinic.country, timeZone: clinic.timeZone, clock: clockOf(workplace) },
  ...{ currency: clinic.currency, sandbox: clinic.sandbox },
  video: workplace.video,
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
  procedures: workplace.procedures.map(row => presentProcedure(row, clinic)),
})
