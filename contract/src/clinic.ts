import { scope } from './access.ts'
import { described, Nested, Nullable, record } from './fields.ts'
import { family, Type } from './kernel.ts'
import { ClinicText, Code, MaybeClinicText, MaybeCode } from './tiers.ts'

/** The clinic as the tax office and the commercial register know it; null for a clinic without such a registration. */
const BusinessRegistration = Nested({
  vatNumber: MaybeClinicText,
  vatName: MaybeClinicText,
  crnNumber: MaybeClinicText,
  commercialName: MaybeClinicText,
  city: MaybeClinicText,
  isValid: Type.Boolean(),
})

export const Clinic = record('clinic', {
  name: ClinicText,
  logoUrl: MaybeCode,
  country: described(Code, 'ISO 3166-1 alpha-2.'),
  currency: described(Code, 'ISO 4217; every amount of the clinic is in it.'),
  timeZone: described(Code, 'IANA name; dates and slots are computed in it.'),
  locale: described(Code, 'BCP 47.'),
  taxPercent: Type.Number(),
  charts: Type.Array(Code),
  brandingColor: MaybeCode,
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
