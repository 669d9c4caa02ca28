import { permission } from '../access.ts'
import {
  allOptional,
  described,
  Id,
  MaybeText,
  Nullable,
  Optional,
  OrEmpty,
  RowVersion,
  resource,
  shape,
  Text,
  UpTo,
} from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { Affected } from './blocks.ts'
import { Holidays, holidayIssues, Period, periodFields, periodIssues, weekFields, weekIssues } from './branch-hours.ts'
import { Weekday } from './clock-times.ts'

const manage = permission('settings:manage')
const { operation } = family('Settings', { read: manage, write: manage, sight: 'clinic' })

const Names = (maxItems: number, what: string) =>
  described(Type.Array(Text(1, 100), { maxItems, uniqueItems: true }), what)

const always = {
  name: described(Text(1, 100), 'What it is called.'),
  phones: described(Type.Array(Text(1, 30), { maxItems: 10 }), 'Where it is called.'),
  rooms: Names(50, 'Where visits take place, in their order.'),
  specialities: Names(30, 'What is treated there.'),
  appointmentTypes: Names(30, 'Kinds of visits.'),
  ...weekFields,
  closedDays: described(Type.Array(Weekday, { maxItems: 7 }), 'Days of the week on which it never opens.'),
  firstDayOfWeek: described(Weekday, 'With which day its weeks begin; 0 is Sunday.'),
  active: described(Type.Boolean(), 'Whether it is open at all.'),
}

const ClinicBranch = {
  id: Id,
  version: RowVersion,
  ...always,
  nameAr: described(MaybeText, 'What it is called in Arabic; null where that is not said.'),
  address: described(MaybeText, 'Where it is, in words; null where that is not said.'),
  location: described(MaybeText, 'Where it is on a map; null where that is not said.'),
  holidays: Holidays,
  periods: described(Type.Array(Period), 'Weeks with other hours, in their order.'),
}
/** A branch as it is set up. */
export const Branch = resource('branch', ClinicBranch, 'clinicBranch')
const BranchWithAffected = resource('branch', { ...ClinicBranch, affected: Affected }, 'branchWithAffected')

const wishes = {
  ...allOptional(always),
  nameAr: Optional(Nullable(described(UpTo(100), 'What it is called in Arabic.'))),
  address: Optional(Nullable(described(UpTo(300), 'Where it is, in words.'))),
  location: Optional(Nullable(described(OrEmpty(UpTo(300)), 'Where it is on a map.'))),
}

export const listClinicBranches = operation({
  id: 'listClinicBranches',
  route: 'GET /branches',
  summary: 'The branches of the clinic, with their hours',
  description: 'Those that are closed down, too, by name.',
  returns: Branch,
  answer: 'all',
})

export const addBranch = operation({
  id: 'addBranch',
  route: 'POST /branches',
  summary: 'Opens a branch',
  description: 'No plugin hears of it.',
  check: input => weekIssues(input),
  input: { ...wishes, name: always.name, opens: weekFields.opens, closes: weekFields.closes },
  returns: Branch,
  status: 201,
})

export const updateBranch = operation({
  id: 'updateBranch',
  route: 'PATCH /branches/:id',
  summary: 'Changes a branch',
  description:
    'Absent fields stay as they are. A room that renamedRooms names is called so in the visits to come, of which plugins hear; a room that visits to come are in, and a branch with such, stay. With other hours, the visits that then stand outside of them are answered.',
  versioned: { of: 'branch' },
  check: input => weekIssues(input),
  input: {
    id: Id,
    ...wishes,
    renamedRooms: Optional(
      described(
        Type.Array(shape('renamedRoom', { from: described(Text(1, 100), 'As it was called.'), to: Text(1, 100) }), {
          maxItems: 50,
        }),
        'Rooms that are only called otherwise.',
      ),
    ),
  },
  returns: BranchWithAffected,
  emits: ['appointment.updated'],
  refuses: ['in_use'],
})

const hours = 'The visits to come that then stand outside of its hours stay as they are, and are answered.'

export const putBranchHolidays = operation({
  id: 'putBranchHolidays',
  route: 'PUT /branches/:id/holidays',
  summary: 'Says on which dates a branch is closed',
  description: `They take the place of those that were said before. ${hours}`,
  versioned: { of: 'branch' },
  check: ({ holidays }) => holidayIssues(holidays),
  input: { id: Id, holidays: Holidays },
  returns: BranchWithAffected,
})

export const putBranchPeriods = operation({
  id: 'putBranchPeriods',
  route: 'PUT /branches/:id/periods',
  summary: 'Says in which weeks a branch has other hours, such as Ramadan',
  description: `They take the place of those that were said before; one with an id is the one of that id, and keeps the shifts that doctors have in it. A doctor without shifts in a period works its hours. ${hours}`,
  versioned: { of: 'branch' },
  check: ({ periods }) => periodIssues(periods),
  input: {
    id: Id,
    periods: described(
      Type.Array(
        shape('wantedPeriod', {
          id: Optional(described(Id, 'Of one that is there; a new one has none.')),
          ...periodFields,
        }),
        { maxItems: 20 },
      ),
      'In any order; no date lies in two.',
    ),
  },
  returns: BranchWithAffected,
})
