import { scope } from './access.ts'
import { Id, MaybeText, resource, Timestamp } from './fields.ts'
import { family, Type } from './kernel.ts'
import { ClinicText, MaybeClinicText, MaybeCode, Scoped } from './tiers.ts'

const contact = 'practitioners:read.contact'

export const Practitioner = resource('practitioner', {
  id: Id,
  displayName: ClinicText,
  role: ClinicText,
  isDoctor: Type.Boolean(),
  specialty: MaybeClinicText,
  color: MaybeCode,
  order: Type.Integer(),
  branchIds: Type.Array(Id),
  active: Type.Boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  phoneNumber: Scoped(contact, MaybeText),
  phoneNumber2: Scoped(contact, MaybeText),
  email: Scoped(contact, MaybeText),
})

const { listing } = family('Practitioners', { read: scope('practitioners:read') })

export const listPractitioners = listing({
  id: 'listPractitioners',
  route: 'GET /practitioners',
  summary: 'List practitioners',
  description:
    'Doctors and other members of the staff. Filter by isDoctor and branch for whom an appointment may be with.',
  paging: 'Plain',
  filters: { branchId: Id, isDoctor: Type.Boolean({ description: 'true: only doctors that can be booked.' }) },
  returns: Practitioner,
})
