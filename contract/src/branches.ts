import { scope } from './access.ts'
import { Id, MaybeText, resource, Timestamp } from './fields.ts'
import { listing, operation, Type } from './kernel.ts'

const Texts = Type.Array(Type.String())

export const Branch = resource('branch', {
  id: Id,
  name: Type.String(),
  address: MaybeText,
  location: MaybeText,
  phones: Texts,
  rooms: Texts,
  specialities: Texts,
  appointmentTypes: Texts,
  opens: Type.Array(Type.String(), {
    description: 'Seven times HH:mm in clinic time, Sunday first; an empty string is a closed day.',
  }),
  closes: Type.Array(Type.String(), {
    description: 'As opens; a time not after the opening one belongs to the next day.',
  }),
  closedDays: Type.Array(Type.Integer(), { description: 'Weekdays without opening hours, 0 is Sunday.' }),
  holidays: Type.Array(Type.Integer(), { description: 'Closed dates as YYYYMMDD, such as 20260923.' }),
  firstDayOfWeek: Type.Integer({ description: '0 is Sunday.' }),
  active: Type.Boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

export const listBranches = listing({
  id: 'listBranches',
  route: 'GET /branches',
  summary: 'List branches',
  tag: 'Branches',
  access: scope('clinic:read'),
  paging: 'Plain',
  returns: Branch,
})

export const getBranch = operation({
  id: 'getBranch',
  route: 'GET /branches/:id',
  summary: 'Get a branch',
  tag: 'Branches',
  access: scope('clinic:read'),
  input: { id: Id },
  returns: Branch,
})
