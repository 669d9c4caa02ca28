import { anyMember } from '../access.ts'
import { described, Id, MaybeId, MaybeInteger, MaybeText, Money, Nullable, shape } from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { RulesOfDay } from './day-rules.ts'
import { AllBranches, Role } from './members.ts'
import { ProcedureColor } from './procedures.ts'
import { ClockHours, PermissionName } from './session.ts'

const { operation } = family('Workplace', { read: anyMember, sight: 'clinic' })

/** A record of the clinic as it is chosen in a form. */
const named = { id: Id, name: Type.String(), nameAr: MaybeText }

const WorkplacePractitioner = shape('workplacePractitioner', {
  ...named,
  isDoctor: Type.Boolean(),
  branchIds: described(Type.Array(Id), 'Where they work.'),
  slotMinutes: described(Type.Integer(), 'How many minutes a visit to them takes unless told.'),
})
const WorkplaceBranch = shape('workplaceBranch', {
  ...named,
  rooms: described(Type.Array(Type.String()), 'In which visits take place, in their order.'),
})
export const WorkplaceProcedure = shape('workplaceProcedure', {
  ...named,
  code: MaybeText,
  price: Money,
  durationMinutes: described(MaybeInteger, 'How many minutes it takes; null where as long as a slot of the doctor.'),
  color: described(Nullable(ProcedureColor), 'In which colour it is shown; null where none was chosen.'),
})

export const getWorkplace = operation({
  id: 'getWorkplace',
  route: 'GET /workplace',
  summary: 'The clinic that one works in, what one may do and see there, and what is chosen from in its rooms',
  description:
    'Its time zone, clock and currency, the own role, permissions and branches in sight, and the branches, practitioners and procedures that are active, by name.',
  returns: shape('workplace', {
    name: Type.String(),
    nameAr: MaybeText,
    country: described(Type.String(), 'ISO 3166-1 code of the country, which says how phones are dialled.'),
    timeZone: described(Type.String(), 'IANA name of the zone in which the clinic lives.'),
    clock: ClockHours,
    currency: described(Type.String(), 'ISO 4217 code of the money of the clinic.'),
    sandbox: described(Type.Boolean(), 'Whether there is nothing of a real person in it.'),
    video: described(Type.Boolean(), 'Whether it has said where its video calls take place.'),
    rules: RulesOfDay,
    role: Role,
    permissions: described(Type.Array(PermissionName), 'What the own role permits here.'),
    practitionerId: described(MaybeId, 'Who one is on the list of practitioners; null where one is not on it.'),
    allBranches: AllBranches,
    branchIds: described(Type.Array(Id), 'The branches that one sees; where they are not all and none is named, none.'),
    branches: described(Type.Array(WorkplaceBranch), 'Those that are open, by name.'),
    practitioners: described(Type.Array(WorkplacePractitioner), 'Those who work here, by name.'),
    procedures: described(Type.Array(WorkplaceProcedure), 'What is done here, in the order of the price list.'),
  }),
})
