import { permission } from '../access.ts'
import { described, Id, Optional, RowVersion, resource } from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { Affected } from './blocks.ts'
import { spanIssues, WeekSpan } from './branch-hours.ts'

const { operation } = family('Hours', {
  read: permission('day:read'),
  write: permission('shifts:write'),
  sight: 'branch',
})

const Shifts = described(
  Type.Array(WeekSpan, { maxItems: 21 }),
  'When they work in a week; none: as the branch is open.',
)
const facts = {
  id: described(Id, 'Of the doctor.'),
  version: RowVersion,
  branchId: Id,
  shifts: Shifts,
}
const where = {
  id: Id,
  branchId: Id,
  periodId: Optional(described(Id, 'In which period of the branch; in the weeks that are in none unless told.')),
}

export const getShifts = operation({
  id: 'getShifts',
  route: 'GET /practitioners/:id/shifts',
  summary: 'When a doctor works at a branch',
  description: 'In the weeks that lie in no period of the branch, or in those of one.',
  input: where,
  returns: resource('practitioner', facts, 'shifts'),
})

export const putShifts = operation({
  id: 'putShifts',
  route: 'PUT /practitioners/:id/shifts',
  summary: 'Says when a doctor works at a branch',
  description:
    'They take the place of those of that week. Nothing outside hears of it; the visits to come that then stand outside of them stay, and are answered.',
  versioned: { of: 'practitioner' },
  check: ({ shifts }) => spanIssues(shifts, '/shifts'),
  input: { ...where, shifts: Shifts },
  returns: resource('practitioner', { ...facts, affected: Affected }, 'shiftsWithAffected'),
})
