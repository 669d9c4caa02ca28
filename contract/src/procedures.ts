import { scope } from './access.ts'
import { Id, MaybeId, Money, record } from './fields.ts'
import { family, Type } from './kernel.ts'
import { ClinicText, MaybeClinicText, MaybeCode, searching } from './tiers.ts'

export const Procedure = record('procedure', {
  name: ClinicText,
  code: MaybeClinicText,
  price: Money,
  groupId: MaybeId,
  groupName: MaybeClinicText,
  chart: MaybeCode,
  order: Type.Integer(),
  active: Type.Boolean(),
})

const { listing } = family('Procedures', { read: scope('procedures:read') })

export const listProcedures = listing({
  id: 'listProcedures',
  route: 'GET /procedures',
  summary: 'List procedures',
  description: 'The price list. searchTerm matches name or code.',
  paging: 'Plain',
  filters: { groupId: Id, searchTerm: searching('clinic') },
  returns: Procedure,
})
