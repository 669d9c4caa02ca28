import { scope } from './access.ts'
import { Id, MaybeId, MaybeText, Money, Optional, resource, Text, Timestamp } from './fields.ts'
import { listing, Type } from './kernel.ts'

export const Procedure = resource('procedure', {
  id: Id,
  name: Type.String(),
  code: MaybeText,
  price: Money,
  groupId: MaybeId,
  groupName: MaybeText,
  chart: MaybeText,
  order: Type.Integer(),
  active: Type.Boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

export const listProcedures = listing({
  id: 'listProcedures',
  route: 'GET /procedures',
  summary: 'List procedures',
  description: 'The price list. searchTerm matches name or code.',
  tag: 'Procedures',
  access: scope('procedures:read'),
  paging: 'Plain',
  filters: { groupId: Optional(Id), searchTerm: Optional(Text(2, 100)) },
  returns: Procedure,
})
