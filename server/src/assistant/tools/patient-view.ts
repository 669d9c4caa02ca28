import type { ShownPatient } from '../../domain/patients/patient-file.ts'
import { ageOn } from '../../kernel/values/age.ts'
import { maskPhone } from '../../kernel/values/phones.ts'
import { fullName } from '../patient-names.ts'
import { type Fields, maybe, type Schema } from '../schemas.ts'
import { shortTextOrNull } from '../untrusted.ts'
import type { Visibility } from '../visibility.ts'

/** A patient's file on a day of the clinic's calendar. */
interface PatientOnDay {
  row: ShownPatient
  today: string
}

const text: Schema = { type: 'string' }

/** The basic tier: enough to tell patients apart. */
const BASIC: Fields<PatientOnDay> = {
  id: [text, ({ row }) => row.id],
  file_number: [{ type: 'integer' }, ({ row }) => row.file_number],
  clinic_file_number: [maybe('string'), ({ row }) => shortTextOrNull(row.clinic_file_number)],
  full_name: [text, ({ row }) => fullName(row)],
  age_years: [maybe('integer'), ({ row, today }) => ageOn(today, row.birth_date)],
  gender: [maybe('string'), ({ row }) => shortTextOrNull(row.gender)],
  phone_masked: [maybe('string'), ({ row }) => maskPhone(row.phone_number)],
  branch_id: [text, ({ row }) => row.branch_id],
  doctor_id: [maybe('string'), ({ row }) => row.doctor_id],
  is_lead: [{ type: 'boolean' }, ({ row }) => row.is_lead],
}

/** Contact data, which needs a scope of its own. */
const CONTACT: Fields<PatientOnDay> = {
  phone: [maybe('string'), ({ row }) => row.phone_number],
  email: [maybe('string'), ({ row }) => shortTextOrNull(row.email)],
  birth_date: [{ ...maybe('string'), format: 'date' }, ({ row }) => row.birth_date],
  address: [maybe('string'), ({ row }) => shortTextOrNull(row.address)],
}

export const patientFields = (visibility: Visibility): Fields<PatientOnDay> =>
  visibility.allows('patients:read.pii') ? { ...BASIC, ...CONTACT } : BASIC
