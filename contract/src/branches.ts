import { scope } from './access.ts'
import { Id, record } from './fields.ts'
import { family, Type } from './kernel.ts'
import { ClinicText, MaybeClinicText } from './tiers.ts'

const Texts = Type.Array(ClinicText)

export const Branch = record('branch', {
  name: ClinicText,
  address: MaybeClinicText,
  location: MaybeClinicText,
  phones: Texts,
  rooms: Texts,
  specialities: Texts,
  appointmentTypes: Texts,
  opens: Type.Array(ClinicText, {
    description: 'Seven times HH:mm in clinic time, Sunday first; an empty string is a closed day.',
  }),
  closes: Type.Array(ClinicText, {
    description: 'As opens; a time not after the opening one belongs to the next day.',
  }),
  closedDays: Type.Array(Type.Integer(), { description: 'Weekdays without opening hours, 0 is Sunday.' }),
  holidays: Type.Array(Type.Integer(), { description: 'Closed dates as YYYYMMDD, such as 20260923.' }),
  firstDayOfWeek: Type.Integer({ description: '0 is Sunday.' }),
  active: Type.Boolean(),
})

const { listing, operation } = family('Branches', { read: scope('clinic:read') })

export const listBranches = listing({
  id: 'listBranches',
  route: 'GET /branches',
  summary: 'List branches',
  description:
    'Every place where the clinic works, closed ones included: active says which. Read it first: most records name a branch.',
  paging: 'Plain',
  returns: Branch,
})

export const getBranch = operation({
  id: 'getBranch',
  route: 'GET /branches/:id',
  summary: 'Get a branch',
  description: 'One place where the clinic works, with its hours, rooms, phones and kinds of appointments.',
  input: { id: Id },
  returns: Branch,
})
