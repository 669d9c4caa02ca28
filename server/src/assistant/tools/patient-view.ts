import type { ShownPatient } from '../../domain/patients/patient-file.ts'
import { maskPhone } from '../../kernel/values/phones.ts'
import { fullName } from '../patient-names.ts'
import type { Schema } from '../schemas.ts'
import { maybe } from '../schemas.ts'
import type { JsonObject } from '../tool.ts'
import { shortTextOrNull } from '../untrusted.ts'
import type { Visibility } from '../visibility.ts'

const text: Schema = { type: 'string' }

/** The basic tier: enough to tell patients apart. */
const BASIC: Record<string, Schema> = {
  id: text,
  file_number: { type: 'integer' },
  clinic_file_number: maybe('string'),
  full_name: text,
  age_years: maybe('integer'),
  gender: maybe('string'),
  phone_masked: maybe('string'),
  branch_id: text,
  doctor_id: maybe('string'),
  is_lead: { type: 'boolean' },
}

/** Contact data and identifiers, which need a scope of their own. */
const CONTACT: Record<string, Schema> = {
  phone: maybe('string'),
  email: maybe('string'),
  birth_date: { ...maybe('string'), format: 'date' },
  address: maybe('string'),
  national_id: maybe('string'),
}

export const patientFields = (visibility: Visibility): Record<string, Schema> =>
  visibility.allows('patients:read.pii') ? { ...BASIC, ...CONTACT } : BASIC

/** Whole years on the clinic's calendar. */
export function ageOn(today: string, birthDate: string | null): number | null {
  if (birthDate === null) return null
  const age = Temporal.PlainDate.from(birthDate).until(Temporal.PlainDate.from(today), { largestUnit: 'year' }).years
  return age < 0 ? null : age
}

export const patientFacts = (row: ShownPatient, visibility: Visibility, today: string): JsonObject => ({
  id: row.id,
  file_number: row.file_number,
  clinic_file_number: shortTextOrNull(row.clinic_file_number),
  full_name: fullName(row),
  age_years: ageOn(today, row.birth_date),
  gender: shortTextOrNull(row.gender),
  phone_masked: maskPhone(row.phone_number),
  branch_id: row.branch_id,
  doctor_id: row.doctor_id,
  is_lead: row.is_lead,
  ...(visibility.allows('patients:read.pii') && {
    phone: row.phone_number,
    email: shortTextOrNull(row.email),
    birth_date: row.birth_date,
    address: shortTextOrNull(row.address),
    national_id: shortTextOrNull(row.national_id),
  }),
})
