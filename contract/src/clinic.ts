import { scope } from './access.ts'
import { MaybeText, Nested, Nullable, record } from './fields.ts'
import { family, Type } from './kernel.ts'

/** The clinic as the tax office and the commercial register know it; null for a clinic without such a registration. */
const BusinessRegistration = Nested({
  vatNumber: MaybeText,
  vatName: MaybeText,
  crnNumber: MaybeText,
  commercialName: MaybeText,
  city: MaybeText,
  isValid: Type.Boolean(),
})

export const Clinic = record('clinic', {
  name: Type.String(),
  logoUrl: MaybeText,
  country: Type.String({ description: 'ISO 3166-1 alpha-2.' }),
  currency: Type.String({ description: 'ISO 4217; every amount of the clinic is in it.' }),
  timeZone: Type.String({ description: 'IANA name; dates and slots are computed in it.' }),
  locale: Type.String({ description: 'BCP 47.' }),
  taxPercent: Type.Number(),
  charts: Type.Array(Type.String()),
  brandingColor: MaybeText,
  businessRegistration: Nullable(BusinessRegistration),
})

const { operation } = family('Clinic', { read: scope('clinic:read') })

export const getClinic = operation({
  id: 'getClinic',
  route: 'GET /clinic',
  summary: 'Get the clinic',
  description:
    'Name, currency, time zone, tax and brand of the clinic. Read it once after installing: days and amounts follow from it.',
  returns: Clinic,
})
