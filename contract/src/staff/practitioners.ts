import { permission } from '../access.ts'
import {
  allClearable,
  allOptional,
  described,
  Id,
  MaybeText,
  Optional,
  OrEmpty,
  RowVersion,
  resource,
  Text,
  UpTo,
} from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { LONGEST_VISIT_MINUTES, SHORTEST_VISIT_MINUTES } from './visit-minutes.ts'

const manage = permission('settings:manage')
const { operation } = family('Settings', { read: manage, write: manage, sight: 'clinic' })

/** Minutes of a visit. */
export const VisitMinutes = Type.Integer({ minimum: SHORTEST_VISIT_MINUTES, maximum: LONGEST_VISIT_MINUTES })
/** The place of a record among others of its kind. */
export const Place = described(
  Type.Integer({ minimum: 0, maximum: 100_000 }),
  'The place among the others; lower comes first.',
)

const always = {
  displayName: described(Text(1, 100), 'What they are called.'),
  role: described(Text(1, 50), 'What they work as, in the words of the clinic.'),
  isDoctor: described(Type.Boolean(), 'Whether they treat patients and can be booked.'),
  order: Place,
  slotMinutes: described(VisitMinutes, 'How many minutes a visit to them takes unless told.'),
  takesLeads: described(Type.Boolean(), 'Whether new leads are given to them, in turn with the others who take them.'),
  branchIds: described(Type.Array(Id, { maxItems: 100, uniqueItems: true }), 'Where they work.'),
  active: described(Type.Boolean(), 'Whether they work here at all.'),
}

/** A member of the staff as the clinic lists them. */
export const ClinicPractitioner = resource(
  'practitioner',
  {
    id: Id,
    version: RowVersion,
    ...always,
    displayNameAr: described(MaybeText, 'What they are called in Arabic; null where that is not said.'),
    specialty: described(MaybeText, 'What they treat; null where that is not said.'),
    color: described(MaybeText, 'In which colour they are shown, as #rrggbb; null where none was chosen.'),
    phoneNumber: MaybeText,
    phoneNumber2: MaybeText,
    email: MaybeText,
  },
  'clinicPractitioner',
)

const wishes = {
  ...allOptional(always),
  ...allClearable({
    displayNameAr: described(UpTo(100), 'What they are called in Arabic.'),
    specialty: described(UpTo(100), 'What they treat.'),
    color: described(Type.String({ pattern: '^#[0-9a-f]{6}$' }), 'In which colour they are shown, as #rrggbb.'),
    phoneNumber: OrEmpty(Text(5, 24)),
    phoneNumber2: OrEmpty(Text(5, 24)),
    email: OrEmpty(Type.String({ format: 'email', maxLength: 120 })),
  }),
}

export const listClinicPractitioners = operation({
  id: 'listClinicPractitioners',
  route: 'GET /practitioners',
  summary: 'The doctors and the other staff of the clinic, as it lists them',
  description: 'Those who have left, too, in their order. What they may do in the console stands with the members.',
  returns: ClinicPractitioner,
  answer: 'all',
})

export const addClinicPractitioner = operation({
  id: 'addClinicPractitioner',
  route: 'POST /practitioners',
  summary: 'Adds a doctor or another member of the staff',
  description:
    'No plugin hears of it. A login is given by an invitation. Who is said to work at no branch can be booked at none.',
  input: { ...wishes, displayName: always.displayName, role: always.role, active: Optional(always.active) },
  returns: ClinicPractitioner,
  status: 201,
})

export const updateClinicPractitioner = operation({
  id: 'updateClinicPractitioner',
  route: 'PATCH /practitioners/:id',
  summary: 'Changes a member of the staff',
  description:
    'Absent fields stay as they are, null clears one. Who has visits to come stays a doctor, at work, and at the branches of these visits. A login that is theirs sees the branches where they work: these ask for a step-up.',
  versioned: { of: 'practitioner', fields: { order: 'sortOrder' } },
  stepUpFor: ['branchIds'],
  input: { id: Id, ...wishes },
  returns: ClinicPractitioner,
  refuses: ['in_use'],
})
