import { permission } from '../access.ts'
import {
  allClearable,
  allOptional,
  described,
  Id,
  MaybeText,
  OneOf,
  RowVersion,
  resource,
  Text,
  UpTo,
} from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { ClockHours } from './session.ts'

const manage = permission('settings:manage')
const { operation } = family('Settings', { read: manage, write: manage, sight: 'clinic' })

/** What stays as it is once there are records that go by it. */
export const SETTLING = ['timeZone', 'country', 'currency'] as const

const always = {
  name: described(Text(1, 100), 'What the clinic is called.'),
  locale: described(Text(2, 35), 'In whose language and manner documents and messages are written, BCP 47.'),
  clock: ClockHours,
  charts: described(
    Type.Array(Text(1, 30), { maxItems: 20, uniqueItems: true }),
    'Which charts are kept there, such as DENTAL.',
  ),
  timeZone: described(Text(1, 60), 'IANA name of the zone in which the clinic lives.'),
  country: described(Text(2, 2), 'ISO 3166-1 alpha-2; it says how phones are dialled.'),
  currency: described(Text(3, 3), 'ISO 4217; every amount of the clinic is in it.'),
}

const registration = {
  vatNumber: described(UpTo(30), 'The number under which the clinic is registered for VAT.'),
  vatName: described(UpTo(200), 'What it is called there.'),
  crnNumber: described(UpTo(30), 'The number in the commercial register.'),
  commercialName: described(UpTo(200), 'What it is called there.'),
  registrationCity: described(UpTo(100), 'The city, as written in the registration.'),
}

/** What a picture of a clinic may weigh, in bytes; it is sent as base64. */
export const LOGO_BYTES = 102_400
export const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const
const LOGO_LETTERS = 4 * Math.ceil(LOGO_BYTES / 3)
const Logo = described(
  Type.String({ maxLength: LOGO_LETTERS, pattern: '^[A-Za-z0-9+/]+={0,2}$' }),
  'The picture that stands for the clinic: PNG, JPEG or WebP of at most 100 kB, as base64.',
)

/** The clinic as it is set up. */
export const ClinicSettings = resource(
  'clinic',
  {
    id: Id,
    version: RowVersion,
    ...always,
    nameAr: described(MaybeText, 'What it is called in Arabic; null where that is not said.'),
    logoUrl: described(MaybeText, 'Where its picture is; null where it has none.'),
    vatNumber: described(MaybeText, 'The number under which it is registered for VAT; null where it is not.'),
    vatName: described(MaybeText, 'What it is called there; null where that is not said.'),
    crnNumber: described(MaybeText, 'The number in the commercial register; null where that is not said.'),
    commercialName: described(MaybeText, 'What it is called there; null where that is not said.'),
    registrationCity: described(MaybeText, 'The city, as written in the registration; null where that is not said.'),
    registrationValid: described(Type.Boolean(), 'Whether the registration was checked as it is, and found valid.'),
    settled: described(
      Type.Array(OneOf(SETTLING)),
      'What cannot be changed any more, as there are records that go by it.',
    ),
  },
  'clinicSettings',
)

export const getClinicSettings = operation({
  id: 'getClinicSettings',
  route: 'GET /clinic',
  summary: 'How the clinic is set up',
  description: 'Its names, how it tells times and numbers, and its registrations.',
  returns: ClinicSettings,
})

export const updateClinicSettings = operation({
  id: 'updateClinicSettings',
  route: 'PATCH /clinic',
  summary: 'Changes how the clinic is set up',
  description:
    'Absent fields stay as they are, null clears one. The time zone changes until there are appointments, the country until there are invoices, the currency until anything is recorded in it; each of them asks for a step-up. A registration that is changed has yet to be checked; that of a clinic which reports its invoices stays whole.',
  versioned: { of: 'clinic' },
  stepUpFor: SETTLING,
  input: {
    ...allOptional(always),
    ...allClearable({ nameAr: described(UpTo(100), 'What it is called in Arabic.'), logo: Logo, ...registration }),
  },
  returns: ClinicSettings,
  refuses: ['in_use'],
})
