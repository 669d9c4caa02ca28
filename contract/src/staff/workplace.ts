import { anyMember } from '../access.ts'
import { described, Id, MaybeText, shape } from '../fields.ts'
import { family, Type } from '../kernel.ts'

const { operation } = family('Workplace', { read: anyMember, sight: 'clinic' })

/** A record of the clinic as it is chosen in a form. */
const named = { id: Id, name: Type.String(), nameAr: MaybeText }

export const getWorkplace = operation({
  id: 'getWorkplace',
  route: 'GET /workplace',
  summary: 'The clinic that one works in, and what is chosen from in its rooms',
  description: 'Its time zone and currency, and the branches and practitioners that are active, by name.',
  returns: shape('workplace', {
    timeZone: described(Type.String(), 'IANA name of the zone in which the clinic lives.'),
    currency: described(Type.String(), 'ISO 4217 code of the money of the clinic.'),
    branches: described(Type.Array(shape('workplaceBranch', named)), 'Those that are open, by name.'),
    practitioners: described(Type.Array(shape('workplacePractitioner', named)), 'Those who work here, by name.'),
  }),
})
